"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { IDLE } from "@/lib/http/action-state";
import { submitEnterDemo } from "./actions";

/** One button, one POST. */
export function DemoForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const [state, action] = useActionState(submitEnterDemo, IDLE);
  return (
    <form action={action} className="grid gap-3">
      <FormMessage state={state} />
      <input type="hidden" name="next" value={next} />
      <SubmitButton size="large">{t("enter_demo")}</SubmitButton>
      <p className="text-center text-muted text-xs">{t("enter_demo_hint")}</p>
    </form>
  );
}
