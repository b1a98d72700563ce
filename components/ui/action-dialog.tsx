"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useActionState, useState } from "react";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { IDLE } from "@/lib/http/action-state";
import { Button } from "./button";
import type { ButtonStyle } from "./button-style";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "./dialog";
import { FormMessage } from "./form-message";
import { SubmitButton } from "./submit-button";

export interface ActionDialogProps {
  /** The button that opens it. */
  trigger: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  variant?: ButtonStyle["variant"];
  size?: "small" | "medium" | "large";
  action: FormAction;
  /** Hidden fields that go along: ids, versions. */
  hidden?: Readonly<Record<string, string>>;
  /** Fields of the form, drawn with what came back (typed values, errors). */
  children?: ReactNode | ((state: ActionState) => ReactNode);
}

/** A dialog around one server action. It stays open until the action has succeeded; a failure is shown inside it. */
export function ActionDialog(props: ActionDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{props.trigger}</DialogTrigger>
      <DialogContent title={props.title} description={props.description} size={props.size}>
        <ActionForm {...props} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function ActionForm({
  action,
  hidden,
  children,
  submitLabel,
  variant = "primary",
  onDone,
}: ActionDialogProps & { onDone: () => void }) {
  const t = useTranslations("ui");
  const [state, submit] = useActionState(async (previous: ActionState, form: FormData) => {
    const next = await action(previous, form);
    if (next.status === "done") onDone();
    return next;
  }, IDLE);
  return (
    <form action={submit} className="grid gap-4" onReset={keepTyped}>
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormMessage state={state} />
      {typeof children === "function" ? children(state) : children}
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button>{t("cancel")}</Button>
        </DialogClose>
        <SubmitButton variant={variant}>{submitLabel}</SubmitButton>
      </div>
    </form>
  );
}

/** React resets a form after its action, boxes that hold their own state too; a refused form keeps what was chosen, and a done one closes. */
const keepTyped = (event: FormEvent) => event.preventDefault();
