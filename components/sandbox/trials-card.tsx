"use client";

import { Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import type { FormAction } from "@/lib/http/action-state";
import { TRIALS, type Trial } from "./trials";
import { useRefreshingAction } from "./use-refreshing-action";

interface Props {
  workspaceId: string;
  /** Absent for those who may only watch. */
  schedule?: FormAction;
}

/** Faults worth watching, each with what one will see. */
export function TrialsCard({ workspaceId, schedule }: Props) {
  const t = useTranslations("sandbox");
  return (
    <Section title={t("trials_title")} description={t("trials_description")}>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {TRIALS.map((trial) => (
          <li key={trial.key} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 shadow-small">
            <div>
              <Badge>{t(`sides.${trial.fields.side}`)}</Badge>
            </div>
            <h3 className="font-semibold text-sm">{t(`trials.${trial.key}.title`)}</h3>
            <p className="flex-1 text-muted text-sm">{t(`trials.${trial.key}.see`)}</p>
            {schedule ? <TrialButton workspaceId={workspaceId} trial={trial} action={schedule} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TrialButton({ workspaceId, trial, action }: { workspaceId: string; trial: Trial; action: FormAction }) {
  const t = useTranslations("sandbox");
  const submit = useRefreshingAction(workspaceId, action);
  return (
    <OneButtonForm
      size="small"
      hidden={{ workspace: workspaceId, ...trial.fields }}
      action={submit}
      name={t("trial_button_of", { title: t(`trials.${trial.key}.title`) })}
    >
      <Zap aria-hidden />
      {t("trial_button")}
    </OneButtonForm>
  );
}
