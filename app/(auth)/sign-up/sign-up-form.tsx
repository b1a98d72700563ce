"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { ZoneInput } from "@/components/ui/zone-input";
import { PASSWORD_MIN } from "@/lib/auth/password-rule";
import { IDLE } from "@/lib/http/action-state";
import { submitSignUp } from "./actions";

export function SignUpForm() {
  const t = useTranslations("auth");
  const [state, action] = useActionState(submitSignUp, IDLE);
  const errorOf = useFieldErrors(state);
  const labels = { name: t("name"), email: t("email"), password: t("password"), workspace: t("workspace") };
  return (
    <form action={action} noValidate className="grid gap-4">
      <FormMessage state={state} labels={labels} />
      <ZoneInput />
      <Field name="name" label={labels.name} error={errorOf("name")} required>
        <Input name="name" autoComplete="name" defaultValue={typedValue(state, "name")} />
      </Field>
      <Field name="email" label={labels.email} error={errorOf("email")} required>
        <Input name="email" type="email" autoComplete="username" defaultValue={typedValue(state, "email")} />
      </Field>
      <Field
        name="password"
        label={labels.password}
        hint={t("password_hint", { characters: PASSWORD_MIN })}
        error={errorOf("password")}
        required
      >
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
      <Field name="workspace" label={labels.workspace} hint={t("workspace_hint")} error={errorOf("workspace")} required>
        <Input name="workspace" autoComplete="organization" defaultValue={typedValue(state, "workspace")} />
      </Field>
      <SubmitButton size="large">{t("sign_up")}</SubmitButton>
    </form>
  );
}
