"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Textarea } from "@/components/ui/textarea";
import type { ActionState, FormAction } from "@/lib/http/action-state";

interface Props {
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
}

/** Pause, with a reason for the others. */
export function PauseDialog({ hidden, action }: Props) {
  const t = useTranslations("syncs");
  return (
    <ActionDialog
      trigger={
        <Button>
          <Pause aria-hidden />
          {t("pause")}
        </Button>
      }
      title={t("pause_title")}
      description={t("pause_body")}
      submitLabel={t("pause_confirm")}
      action={action}
      hidden={hidden}
    >
      {(state) => <ReasonField state={state} />}
    </ActionDialog>
  );
}

/** Resume, with a reason; the ends are asked first, and the dialog stays open with the cause if one does not answer. */
export function ResumeDialog({ hidden, action }: Props) {
  const t = useTranslations("syncs");
  return (
    <ActionDialog
      trigger={
        <Button variant="primary">
          <Play aria-hidden />
          {t("resume")}
        </Button>
      }
      title={t("resume_title")}
      description={t("resume_body")}
      submitLabel={t("resume_confirm")}
      action={action}
      hidden={hidden}
    >
      {(state) => <ReasonField state={state} />}
    </ActionDialog>
  );
}

function ReasonField({ state }: { state: ActionState }) {
  const t = useTranslations("syncs");
  const errorOf = useFieldErrors(state);
  return (
    <Field name="reason" label={t("reason")} hint={t("reason_hint")} error={errorOf("reason")} required>
      <Textarea name="reason" required={false} maxLength={500} defaultValue={typedValue(state, "reason")} />
    </Field>
  );
}
