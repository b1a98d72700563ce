"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { cn } from "./cn";
import { FieldContext } from "./field-context";

export interface FieldProps {
  /** Name of the form field: the control gets the id `field-<name>`, where the error summary points. */
  name?: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Translated; shown under the control and announced with it. */
  error?: ReactNode;
  required?: boolean;
  /** Says "optional" beside the label. */
  optional?: boolean;
  className?: string;
  /** One Input, Textarea, Select or Radix control; it finds its id and description through context. */
  children: ReactNode;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({
  name,
  label,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: FieldProps) {
  const generated = useId();
  const t = useTranslations("ui");
  const id = name === undefined ? generated : `field-${name}`;
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <FieldContext.Provider value={{ id, describedBy: describedBy || undefined, invalid: Boolean(error), required }}>
      <div className={cn("grid gap-1.5", className)}>
        <label htmlFor={id} className="font-medium text-[0.8125rem] text-ink">
          {label}
          {optional ? <span className="ml-1.5 font-normal text-faint">{t("optional")}</span> : null}
        </label>
        {children}
        {error ? (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-danger-ink text-xs">
            <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            <span>{error}</span>
          </p>
        ) : null}
        {hint ? (
          <p id={`${id}-hint`} className="text-muted text-xs">
            {hint}
          </p>
        ) : null}
      </div>
    </FieldContext.Provider>
  );
}
