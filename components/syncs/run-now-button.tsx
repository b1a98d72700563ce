"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";

/** Starts a run and goes to its page; a refusal is said beside the button. */
export function RunNowButton({ hidden, action }: { hidden: Readonly<Record<string, string>>; action: FormAction }) {
  const t = useTranslations("syncs");
  const say = useMessage();
  const [state, submit] = useActionState(action, IDLE);
  return (
    <form action={submit} className="flex flex-wrap items-center gap-3">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {state.status === "failed" ? (
        <p role="alert" className="text-danger-ink text-xs">
          {say(state.message)}
        </p>
      ) : null}
      <SubmitButton>
        <Play aria-hidden />
        {t("run_now")}
      </SubmitButton>
    </form>
  );
}
