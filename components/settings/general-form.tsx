"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useActionState, useState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { LiveRegion } from "@/components/ui/live-region";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { Switch } from "@/components/ui/switch";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import type { WorkspaceSettings } from "@/lib/use-cases/workspaces/read-settings";

interface Props {
  settings: WorkspaceSettings;
  /** IANA names. */
  zones: readonly string[];
  hidden: Readonly<Record<string, string>>;
  /** Null for whoever may only look. */
  action: FormAction | null;
}

const nothing: FormAction = async (state) => state;

/** Name, zone, and who else may act. */
export function GeneralForm({ settings, zones, hidden, action }: Props) {
  const t = useTranslations("settings");
  const [state, submit] = useActionState(action ?? nothing, IDLE);
  const [resumes, chooseResumes] = useState(settings.supportMayResume);
  const [approves, chooseApproves] = useState(settings.publishingNeedsApproval);
  const errorOf = useFieldErrors(state);
  const fixed = action === null;
  const known = zones.includes(settings.timeZone) ? zones : [settings.timeZone, ...zones];
  return (
    <form action={submit} noValidate className="grid max-w-xl gap-4" onReset={keepTyped}>
      <FormMessage state={state} labels={{ name: t("name"), timeZone: t("time_zone") }} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field name="name" label={t("name")} error={errorOf("name")}>
        <Input name="name" defaultValue={typedValue(state, "name") ?? settings.name} readOnly={fixed} />
      </Field>
      <Field name="timeZone" label={t("time_zone")} hint={t("time_zone_hint")} error={errorOf("timeZone")}>
        <Select name="timeZone" defaultValue={typedValue(state, "timeZone") ?? settings.timeZone} disabled={fixed}>
          {known.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      </Field>
      <Switch
        name="supportMayResume"
        label={t("support")}
        hint={t("support_hint")}
        checked={resumes}
        onCheckedChange={chooseResumes}
        disabled={fixed}
      />
      <Switch
        name="publishingNeedsApproval"
        label={t("approval")}
        hint={t("approval_hint")}
        checked={approves}
        onCheckedChange={chooseApproves}
        disabled={fixed}
      />
      {fixed ? null : (
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton variant="secondary">{t("save")}</SubmitButton>
          <LiveRegion className="text-success-ink text-xs">{state.status === "done" ? t("saved") : null}</LiveRegion>
        </div>
      )}
    </form>
  );
}

/** React resets a form after its action; what was chosen here is what is saved, so it stays. */
const keepTyped = (event: FormEvent) => event.preventDefault();
