"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { LiveRegion } from "@/components/ui/live-region";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";

interface Props {
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  watches: SyncView["watches"];
}

/** When the watches of this sync alarm: saved at once, outside what is published. */
export function WatchesForm({ hidden, action, watches }: Props) {
  const t = useTranslations("watches");
  const [state, submit] = useActionState(action, IDLE);
  const errorOf = useFieldErrors(state);
  const values = { ...watches, emptyRuns: watches.emptyRuns ?? 0 };
  const labels = {
    silentAfterHours: t("silentAfterHours"),
    lateAfterIntervals: t("lateAfterIntervals"),
    emptyRuns: t("emptyRuns"),
  };
  const field = (name: keyof typeof labels, hint: string) => (
    <Field name={name} label={labels[name]} hint={hint} error={errorOf(name)}>
      <Input name={name} inputMode="numeric" defaultValue={typedValue(state, name) ?? values[name]} />
    </Field>
  );
  return (
    <form action={submit} noValidate className="grid gap-4" onReset={keepTyped}>
      <FormMessage state={state} labels={labels} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {field("silentAfterHours", t("silentAfterHours_hint"))}
      {field("lateAfterIntervals", t("lateAfterIntervals_hint"))}
      {field("emptyRuns", t("emptyRuns_hint"))}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="secondary">{t("save")}</SubmitButton>
        <LiveRegion className="text-success-ink text-xs">{state.status === "done" ? t("saved") : null}</LiveRegion>
      </div>
    </form>
  );
}

/** React resets a form after its action; what was typed here is what is saved, so it stays. */
const keepTyped = (event: FormEvent) => event.preventDefault();
