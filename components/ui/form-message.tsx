"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { ActionState, Message } from "@/lib/http/action-state";
import { Banner } from "./banner";
import { TextLink } from "./text-link";

/** Translates a message that a server action returned. */
export function useMessage(): (message: Message | undefined) => string | undefined {
  const t = useTranslations();
  return (message) => message && t(message.key, message.params);
}

/** Error of one field, for `<Field error={fieldError(state, "email")}>`. */
export function useFieldErrors(state: ActionState): (name: string) => string | undefined {
  const say = useMessage();
  return (name) => (state.status === "failed" ? say(state.fields[name]) : undefined);
}

/** What the user had typed, so that a refused form loses nothing. */
export function typedValue(state: ActionState, name: string): string | undefined {
  return state.status === "failed" ? state.values[name] : undefined;
}

/**
 * Head of a form after it was refused: what went wrong, with a link to each field that needs attention; takes the focus.
 * Draws nothing while there is no error.
 * @param labels names of the fields as the form shows them; a field without a label here is listed by its message alone
 */
export function FormMessage({ state, labels = {} }: { state: ActionState; labels?: Readonly<Record<string, string>> }) {
  const t = useTranslations("ui");
  const say = useMessage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.status === "failed") box.current?.focus();
  }, [state]);
  if (state.status !== "failed") return null;
  const fields = Object.entries(state.fields);
  return (
    <div ref={box} tabIndex={-1} className="rounded-lg">
      <Banner tone="danger" role="alert" title={say(state.message)}>
        {fields.length > 0 ? (
          <ul className="grid list-disc gap-0.5 pl-4">
            {fields.map(([name, message]) => (
              <li key={name}>
                <a href={`#field-${name}`} className="underline underline-offset-2">
                  {labels[name] ? `${labels[name]}: ${say(message)}` : say(message)}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {state.message.key === "errors.sign_in_again" ? <ConfirmLink /> : null}
        {state.reference ? (
          <p className="text-muted text-xs">{t("reference", { reference: state.reference })}</p>
        ) : null}
      </Banner>
    </div>
  );
}

/** To the page that asks for the password again, and back here. */
function ConfirmLink() {
  const t = useTranslations("confirm");
  return <TextLink href={`/confirm?next=${encodeURIComponent(usePathname())}`}>{t("link")}</TextLink>;
}
