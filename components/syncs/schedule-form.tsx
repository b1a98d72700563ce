"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useActionState, useState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { LiveRegion } from "@/components/ui/live-region";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import { type Schedule, SHORTEST_INTERVAL_MINUTES } from "@/lib/runner/schedule";
import type { SyncState } from "@/lib/runner/states";
import { NextRun } from "./next-run";

interface Props {
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  schedule: Schedule;
  zone: string;
  state: SyncState;
  nextRunAtMs: number | null;
}

const KINDS = ["interval", "cron", "off"] as const;

/** When the sync runs by itself: saved at once, outside what is published. */
export function ScheduleForm({ hidden, action, schedule, zone, state: syncState, nextRunAtMs }: Props) {
  const t = useTranslations("syncs");
  const [state, submit] = useActionState(action, IDLE);
  const [kind, choose] = useState(schedule.kind);
  const errorOf = useFieldErrors(state);
  return (
    <form action={submit} noValidate className="grid gap-4" onReset={keepTyped}>
      <FormMessage state={state} labels={{ minutes: t("minutes"), expression: t("expression") }} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field name="kind" label={t("schedule_kind")} hint={t(`schedule_${kind}_hint`, { zone })}>
        <Select
          name="kind"
          value={kind}
          onChange={(event) => choose(KINDS.find((k) => k === event.target.value) ?? kind)}
        >
          {KINDS.map((name) => (
            <option key={name} value={name}>
              {t(`schedule_${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      {kind === "interval" ? (
        <Field
          name="minutes"
          label={t("minutes")}
          hint={t("minutes_hint", { minutes: SHORTEST_INTERVAL_MINUTES })}
          error={errorOf("minutes")}
        >
          <Input
            name="minutes"
            inputMode="numeric"
            defaultValue={typedValue(state, "minutes") ?? (schedule.kind === "interval" ? schedule.minutes : 15)}
          />
        </Field>
      ) : null}
      {kind === "cron" ? (
        <Field name="expression" label={t("expression")} hint={t("expression_hint")} error={errorOf("expression")}>
          <Input
            name="expression"
            className="font-mono"
            defaultValue={
              typedValue(state, "expression") ?? (schedule.kind === "cron" ? schedule.expression : "0 7 * * *")
            }
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="secondary">{t("save_schedule")}</SubmitButton>
        <LiveRegion className="text-success-ink text-xs">
          {state.status === "done" ? t("schedule_saved") : null}
        </LiveRegion>
      </div>
      <NextRun state={syncState} atMs={nextRunAtMs} />
    </form>
  );
}

/** React resets a form after its action; what was chosen here is what is saved, so it stays. */
const keepTyped = (event: FormEvent) => event.preventDefault();
