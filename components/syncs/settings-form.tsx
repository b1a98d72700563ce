"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useActionState, useState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { LiveRegion } from "@/components/ui/live-region";
import { SubmitButton } from "@/components/ui/submit-button";
import { Switch } from "@/components/ui/switch";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";

interface Props {
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  sync: Pick<SyncView, "streak" | "settings">;
}

/** Pausing and keeping: saved at once, outside what is published. */
export function SettingsForm({ hidden, action, sync }: Props) {
  const t = useTranslations("sync_settings");
  const [state, submit] = useActionState(action, IDLE);
  const [resumes, choose] = useState(sync.settings.resumeAfterOutage);
  const errorOf = useFieldErrors(state);
  const { keepLedgerDays } = sync.settings;
  const numbers = {
    streakThreshold: sync.streak.threshold,
    keepLedgerDays: keepLedgerDays === "forever" ? 0 : keepLedgerDays,
  };
  const labels = { streakThreshold: t("streakThreshold"), keepLedgerDays: t("keepLedgerDays") };
  const numberField = (name: keyof typeof numbers, hint: string) => (
    <Field name={name} label={labels[name]} hint={hint} error={errorOf(name)}>
      <Input name={name} inputMode="numeric" defaultValue={typedValue(state, name) ?? numbers[name]} />
    </Field>
  );
  return (
    <form action={submit} noValidate className="grid gap-4" onReset={keepTyped}>
      <FormMessage state={state} labels={labels} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {numberField("streakThreshold", t("streakThreshold_hint"))}
      <Switch
        name="resumeAfterOutage"
        label={t("resumeAfterOutage")}
        hint={t("resumeAfterOutage_hint")}
        checked={resumes}
        onCheckedChange={choose}
      />
      {numberField("keepLedgerDays", t("keepLedgerDays_hint"))}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="secondary">{t("save")}</SubmitButton>
        <LiveRegion className="text-success-ink text-xs">{state.status === "done" ? t("saved") : null}</LiveRegion>
      </div>
    </form>
  );
}

/** React resets a form after its action; what was chosen here is what is saved, so it stays. */
const keepTyped = (event: FormEvent) => event.preventDefault();
