"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { useMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";

export interface HeldActions {
  retry: FormAction;
  dismiss: FormAction;
}

interface Props {
  hidden: Readonly<Record<string, string>>;
  actions: HeldActions;
}

/** Retry or dismiss one record. */
export function HeldRowActions({ hidden, actions }: Props) {
  const t = useTranslations("held");
  const record = hidden.recordId ?? "";
  return (
    <div className="flex justify-end gap-2">
      <RowAction
        label={t("retry")}
        name={t("retry_name", { record })}
        hidden={hidden}
        action={actions.retry}
        variant="secondary"
      />
      <RowAction
        label={t("dismiss")}
        name={t("dismiss_name", { record })}
        hidden={hidden}
        action={actions.dismiss}
        variant="ghost"
      />
    </div>
  );
}

interface RowActionProps extends Pick<Props, "hidden"> {
  label: string;
  /** For assistive technology: what it is about. */
  name: string;
  action: FormAction;
  variant: "secondary" | "ghost";
}

function RowAction({ label, name, hidden, action, variant }: RowActionProps) {
  const say = useMessage();
  const [state, submit] = useActionState(action, IDLE);
  return (
    <form action={submit} className="grid justify-items-end gap-1">
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton size="small" variant={variant} aria-label={name}>
        {label}
      </SubmitButton>
      {state.status === "failed" ? (
        <p role="alert" className="text-danger-ink text-xs">
          {say(state.message)}
        </p>
      ) : null}
    </form>
  );
}

/** Retry or dismiss them all, asked once more. */
export function HeldAllActions({ hidden, actions, total }: Props & { total: number }) {
  const t = useTranslations("held");
  return (
    <>
      {(["retry", "dismiss"] as const).map((verb) => (
        <ActionDialog
          key={verb}
          trigger={<Button>{t(`${verb}_all`)}</Button>}
          title={t(`${verb}_all_title`, { total })}
          description={t(`${verb}_all_body`)}
          submitLabel={t(`${verb}_all`)}
          action={actions[verb]}
          hidden={hidden}
        />
      ))}
    </>
  );
}
