"use client";

import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { FormAction } from "@/lib/http/action-state";

const SNOOZE_HOURS = [4, 24, 72, 168] as const;

interface Props {
  workspaceId: string;
  findingId: string;
  title: string;
  acknowledged: boolean;
  answer: FormAction;
}

/** What a person may say to an open finding. */
export function AnswerControls({ workspaceId, findingId, title, acknowledged, answer }: Props) {
  const t = useTranslations("findings");
  const hidden = { workspace: workspaceId, findingId };
  return (
    <div className="flex flex-wrap items-start gap-2">
      {acknowledged ? null : (
        <OneButtonForm
          hidden={{ ...hidden, answer: "acknowledged" }}
          action={answer}
          size="small"
          name={t("answers.acknowledge_named", { title })}
        >
          {t("answers.acknowledge")}
        </OneButtonForm>
      )}
      <ActionDialog
        trigger={
          <Button size="small" aria-label={t("answers.snooze_named", { title })}>
            {t("answers.snooze")}
          </Button>
        }
        title={t("answers.snooze_named", { title })}
        description={t("answers.snooze_body")}
        submitLabel={t("answers.snooze")}
        action={answer}
        hidden={{ ...hidden, answer: "snoozed" }}
      >
        <Field name="hours" label={t("answers.snooze_for")}>
          <Select name="hours" defaultValue="24">
            {SNOOZE_HOURS.map((hours) => (
              <option key={hours} value={hours}>
                {t("answers.hours", { hours })}
              </option>
            ))}
          </Select>
        </Field>
      </ActionDialog>
      <ActionDialog
        trigger={
          <Button size="small" aria-label={t("answers.resolve_named", { title })}>
            {t("answers.resolve")}
          </Button>
        }
        title={t("answers.resolve_named", { title })}
        description={t("answers.resolve_body")}
        submitLabel={t("answers.resolve")}
        action={answer}
        hidden={{ ...hidden, answer: "resolved" }}
      />
    </div>
  );
}
