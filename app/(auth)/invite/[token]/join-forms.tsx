"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { PASSWORD_MIN } from "@/lib/auth/password-rule";
import { IDLE } from "@/lib/http/action-state";
import { submitJoin, submitJoinAsNew } from "./actions";

/** For whoever is signed in with the invited address. */
export function JoinForm({ token }: { token: string }) {
  const t = useTranslations("invite");
  const [state, action] = useActionState(submitJoin, IDLE);
  return (
    <form action={action} className="grid gap-4">
      <FormMessage state={state} />
      <input type="hidden" name="token" value={token} />
      <SubmitButton size="large">{t("join")}</SubmitButton>
    </form>
  );
}

/** For whoever has no account: the address is the invited one. */
export function JoinAsNewForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations("invite");
  const [state, action] = useActionState(submitJoinAsNew, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={action} noValidate className="grid gap-4">
      <FormMessage state={state} labels={{ name: t("name"), password: t("password") }} />
      <input type="hidden" name="token" value={token} />
      <Field label={t("email")}>
        <Input type="email" value={email} readOnly autoComplete="username" />
      </Field>
      <Field name="name" label={t("name")} error={errorOf("name")} required>
        <Input name="name" autoComplete="name" defaultValue={typedValue(state, "name")} />
      </Field>
      <Field
        name="password"
        label={t("password")}
        hint={t("password_hint", { characters: PASSWORD_MIN })}
        error={errorOf("password")}
        required
      >
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
      <SubmitButton size="large">{t("join_as_new")}</SubmitButton>
    </form>
  );
}
