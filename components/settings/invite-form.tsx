"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import { ShownOnce } from "./shown-once";

/** Makes a link for one address; it is shown here and nowhere again. */
export function InviteForm({ hidden, action }: { hidden: Readonly<Record<string, string>>; action: FormAction }) {
  const t = useTranslations("settings");
  const [state, submit] = useActionState(action, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={submit} noValidate className="grid gap-3 border-line border-t p-4">
      <FormMessage state={state} labels={{ email: t("email") }} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        <Field name="email" label={t("email")} error={errorOf("email")} className="min-w-64">
          <Input name="email" type="email" autoComplete="off" defaultValue={typedValue(state, "email")} />
        </Field>
        <Field name="role" label={t("role")} className="min-w-36">
          <Select name="role" defaultValue={typedValue(state, "role") ?? "viewer"}>
            <option value="viewer">{t("roles.viewer")}</option>
            <option value="editor">{t("roles.editor")}</option>
            <option value="owner">{t("roles.owner")}</option>
          </Select>
        </Field>
        <SubmitButton variant="secondary">{t("invite")}</SubmitButton>
      </div>
      <ShownOnce state={state} field="link" title={t("link_once")} />
    </form>
  );
}
