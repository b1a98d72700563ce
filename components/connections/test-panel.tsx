"use client";

import { CircleCheck, CircleX, Stethoscope } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useActionState } from "react";
import { failureKey } from "@/components/runs/failure-words";
import { FormMessage } from "@/components/ui/form-message";
import { LiveRegion } from "@/components/ui/live-region";
import { Status } from "@/components/ui/status";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import { failuresAmong, type TriedOperation, triedOperations } from "./test-outcome";

interface Props {
  name: string;
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  /** What else can be done with the connection, in the same row. */
  children?: ReactNode;
}

/** Tries a connection and lists what was tried, each with how it went. */
export function TestPanel({ name, hidden, action, children }: Props) {
  const t = useTranslations("connections");
  const [state, submit] = useActionState(action, IDLE);
  const operations = triedOperations(state.status === "done" ? state.value : undefined);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <form action={submit}>
          {Object.entries(hidden).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <SubmitButton variant="secondary" size="small" aria-label={t("test_of", { name })}>
            <Stethoscope aria-hidden />
            {t("test")}
          </SubmitButton>
        </form>
        {children}
      </div>
      <FormMessage state={state} />
      <div className="grid gap-3 has-[output:empty]:-mt-3">
        <LiveRegion>{operations ? <Summary operations={operations} /> : null}</LiveRegion>
        {operations ? <Operations operations={operations} /> : null}
      </div>
    </div>
  );
}

function Summary({ operations }: { operations: TriedOperation[] }) {
  const t = useTranslations("connections");
  const failed = failuresAmong(operations);
  return (
    <span className="font-medium text-sm">
      {failed === 0 ? t("test_passed") : t("test_failed", { failed, all: operations.length })}
    </span>
  );
}

function Operations({ operations }: { operations: TriedOperation[] }) {
  const t = useTranslations("connections");
  const say = useTranslations("failures");
  return (
    <ul className="grid gap-2 border-line border-t pt-3 text-sm">
      {operations.map(({ name, failure }) => (
        <li key={name} className="grid gap-0.5">
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            {t(`operations.${name}`)}
            {failure === null ? (
              <Status look="plain" icon={CircleCheck} tone="success">
                {t("outcome_passed")}
              </Status>
            ) : (
              <Status look="plain" icon={CircleX} tone="danger" className="whitespace-normal text-left">
                {say(`errors.${failureKey(failure)}`)}
              </Status>
            )}
          </span>
          {failure === null ? null : <span className="text-muted text-xs">{say(`next.${failureKey(failure)}`)}</span>}
        </li>
      ))}
    </ul>
  );
}
