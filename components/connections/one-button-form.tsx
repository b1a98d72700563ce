"use client";

import { type ReactNode, useActionState } from "react";
import type { ButtonStyle } from "@/components/ui/button-style";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";

interface Props {
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  variant?: ButtonStyle["variant"];
  size?: ButtonStyle["size"];
  /** Where the label alone does not say what it acts on. */
  name?: string;
  children: ReactNode;
}

/** One button that does one thing; a refusal is said below it. */
export function OneButtonForm({ hidden, action, variant = "secondary", size = "medium", name, children }: Props) {
  const [state, submit] = useActionState(action, IDLE);
  return (
    <form action={submit} className="grid justify-items-start gap-2">
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <SubmitButton variant={variant} size={size} aria-label={name}>
        {children}
      </SubmitButton>
      <FormMessage state={state} />
    </form>
  );
}
