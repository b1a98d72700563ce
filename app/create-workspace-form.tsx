"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { ZoneInput } from "@/components/ui/zone-input";
import { IDLE } from "@/lib/http/action-state";
import { submitCreateWorkspace } from "./create-workspace-action";

export function CreateWorkspaceForm() {
  const t = useTranslations("auth");
  const [state, action] = useActionState(submitCreateWorkspace, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={action} noValidate className="grid gap-4">
      <FormMessage state={state} labels={{ name: t("workspace") }} />
      <ZoneInput />
      <Field name="name" label={t("workspace")} hint={t("workspace_hint")} error={errorOf("name")} required>
        <Input name="name" autoComplete="organization" defaultValue={typedValue(state, "name")} />
      </Field>
      <SubmitButton size="large">{t("create_workspace")}</SubmitButton>
    </form>
  );
}
