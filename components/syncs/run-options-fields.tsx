"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ChoiceGroup } from "@/components/rule/choice-group";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { ActionState } from "@/lib/http/action-state";
import type { RunScope } from "@/lib/use-cases/runs/read-run-options";

interface Props {
  state: ActionState;
  zone: string;
  listed: number;
}

/** What the run looks at, and whether it sends again what has not changed. */
export function RunOptionsFields({ state, zone, listed }: Props) {
  const t = useTranslations("run_options");
  const [scope, choose] = useState<RunScope>("new");
  const errorOf = useFieldErrors(state);
  return (
    <>
      <input type="hidden" name="scope" value={scope} />
      <ChoiceGroup
        legend={t("scope")}
        value={scope}
        onChange={choose}
        options={(["new", "from", "test"] as const).map((value) => ({
          value,
          label: t(`scopes.${value}`),
          hint: t(`scope_hints.${value}`),
        }))}
      />
      {scope === "from" ? (
        <Field name="from" label={t("from")} hint={t("from_hint", { zone })} error={errorOf("from")}>
          <Input type="datetime-local" name="from" defaultValue={typedValue(state, "from")} />
        </Field>
      ) : null}
      {scope === "test" ? (
        <Field name="records" label={t("records")} hint={t("records_hint")} error={errorOf("records")}>
          <Textarea name="records" className="font-mono" defaultValue={typedValue(state, "records")} />
        </Field>
      ) : null}
      <Resend asks={scope !== "test"} listed={listed} error={errorOf("confirmed")} />
    </>
  );
}

/** A re-send of more than a test batch is confirmed by hand, with what it is about. */
function Resend({ asks, listed, error }: { asks: boolean; listed: number; error: ReactNode }) {
  const t = useTranslations("run_options");
  const [resend, choose] = useState(false);
  const [confirmed, confirm] = useState(false);
  return (
    <div className="grid gap-2.5">
      <Checkbox
        name="resend"
        label={t("resend")}
        hint={t("resend_hint")}
        checked={resend}
        onChange={(event) => choose(event.target.checked)}
      />
      {resend && asks ? (
        <div className="grid gap-1 rounded-md border border-warning-line bg-warning-soft px-3 py-2">
          <Checkbox
            id="field-confirmed"
            name="confirmed"
            label={t("confirm", { listed })}
            checked={confirmed}
            onChange={(event) => confirm(event.target.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "field-confirmed-error" : undefined}
          />
          {error ? (
            <p id="field-confirmed-error" className="text-danger-ink text-xs">
              {error}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
