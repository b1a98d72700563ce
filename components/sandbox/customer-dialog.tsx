"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { CustomerView } from "@/lib/use-cases/sandbox/shop-view";

interface Props {
  trigger: ReactNode;
  title: string;
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  /** Absent: a new one. */
  customer?: CustomerView;
  states: readonly string[];
  levels: readonly string[];
}

/** Everything of a customer that the demo lets one change. */
export function CustomerDialog({ trigger, title, hidden, action, customer, states, levels }: Props) {
  const t = useTranslations("sandbox");
  return (
    <ActionDialog
      trigger={trigger}
      title={title}
      description={t("edit_body")}
      submitLabel={t("save")}
      size="medium"
      action={action}
      hidden={hidden}
    >
      {(state) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <Text state={state} name="firstName" label={t("first_name")} value={customer?.firstName} />
          <Text state={state} name="lastName" label={t("last_name")} value={customer?.lastName} />
          <Text state={state} name="address" label={t("address")} value={customer?.address} />
          <Text state={state} name="phone" label={t("phone")} value={customer?.phone} />
          <Consent state={state} customer={customer} states={states} levels={levels} />
        </div>
      )}
    </ActionDialog>
  );
}

interface TextProps {
  state: ActionState;
  name: string;
  label: string;
  value: string | null | undefined;
  hint?: string;
  type?: string;
}

function Text({ state, name, label, value, hint, type = "text" }: TextProps) {
  const errorOf = useFieldErrors(state);
  return (
    <Field name={name} label={label} hint={hint} error={errorOf(name)}>
      <Input
        name={name}
        type={type}
        step={1}
        autoComplete="off"
        defaultValue={typedValue(state, name) ?? value ?? ""}
      />
    </Field>
  );
}

function Consent({
  state,
  customer,
  states,
  levels,
}: Pick<Props, "customer" | "states" | "levels"> & { state: ActionState }) {
  const t = useTranslations("sandbox");
  const errorOf = useFieldErrors(state);
  const known = typedValue(state, "consentState") ?? customer?.consentState ?? states[0];
  const level = typedValue(state, "consentLevel") ?? customer?.consentLevel ?? "";
  return (
    <>
      <Field name="consentState" label={t("consent_state")} error={errorOf("consentState")}>
        <Select key={known} name="consentState" defaultValue={known}>
          {states.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Field name="consentLevel" label={t("consent_level")} error={errorOf("consentLevel")}>
        <Select key={level} name="consentLevel" defaultValue={level}>
          <option value="">{t("consent_level_none")}</option>
          {levels.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Field>
      <Text
        state={state}
        name="consentAt"
        type="datetime-local"
        label={t("consent_at")}
        hint={t("consent_at_hint")}
        value={customer?.consentAt?.slice(0, 19)}
      />
    </>
  );
}
