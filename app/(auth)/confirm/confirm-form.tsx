"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { IDLE } from "@/lib/http/action-state";
import { submitConfirm } from "./actions";

/** The password of whoever is signed in. */
export function ConfirmForm({ next }: { next: string }) {
  const t = useTranslations("confirm");
  const [state, action] = useActionState(submitConfirm, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={action} noValidate className="grid gap-4">
      <FormMessage state={state} labels={{ password: t("password") }} />
      <input type="hidden" name="next" value={next} />
      <Field name="password" label={t("password")} error={errorOf("password")} required>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <SubmitButton size="large">{t("submit")}</SubmitButton>
    </form>
  );
}
