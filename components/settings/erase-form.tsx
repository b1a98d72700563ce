"use client";

import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import type { ActionState, FormAction } from "@/lib/http/action-state";

/** Asks whom, and once more whether. */
export function EraseForm({ hidden, action }: { hidden: Readonly<Record<string, string>>; action: FormAction }) {
  const t = useTranslations("settings");
  return (
    <ActionDialog
      trigger={<Button>{t("erase")}</Button>}
      title={t("erase_title")}
      description={t("erase_hint")}
      submitLabel={t("erase")}
      variant="danger"
      action={action}
      hidden={hidden}
    >
      {(state) => <WhoField state={state} />}
    </ActionDialog>
  );
}

function WhoField({ state }: { state: ActionState }) {
  const t = useTranslations("settings");
  const errorOf = useFieldErrors(state);
  return (
    <Field name="search" label={t("erase_who")} error={errorOf("search")} required>
      <Input name="search" autoComplete="off" defaultValue={typedValue(state, "search")} />
    </Field>
  );
}
