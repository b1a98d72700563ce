"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { IDLE } from "@/lib/http/action-state";
import { submitSignIn } from "./actions";

export function SignInForm({ next, quiet }: { next: string; quiet: boolean }) {
  const t = useTranslations("auth");
  const [state, action] = useActionState(submitSignIn, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={action} noValidate className="grid gap-4">
      <FormMessage state={state} labels={{ email: t("email"), password: t("password") }} />
      <input type="hidden" name="next" value={next} />
      <Field name="email" label={t("email")} error={errorOf("email")} required>
        <Input name="email" type="email" autoComplete="username" defaultValue={typedValue(state, "email")} />
      </Field>
      <Field name="password" label={t("password")} error={errorOf("password")} required>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <SubmitButton size="large" variant={quiet ? "secondary" : "primary"}>
        {t("sign_in")}
      </SubmitButton>
    </form>
  );
}
