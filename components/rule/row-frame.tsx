"use client";

import { Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { FieldContext } from "@/components/ui/field-context";

export interface RowFrameProps {
  legend: string;
  removeLabel: string;
  onRemove: () => void;
  /** A row that was just added takes the focus. */
  takesFocus: boolean;
  notes?: ReactNode;
  children: ReactNode;
}

/** One row of a list in the form: its controls, a way to remove it, and what is wrong with it. */
export function RowFrame({ legend, removeLabel, onRemove, takesFocus, notes, children }: RowFrameProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector<HTMLElement>("select, input")?.focus();
  }, [takesFocus]);
  return (
    <fieldset ref={frame} className="grid min-w-0 gap-1.5 border-line border-b px-4 py-2.5 last:border-b-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">{children}</div>
        <Button variant="ghost" size="icon" aria-label={removeLabel} onClick={onRemove} className="shrink-0">
          <Trash2 aria-hidden />
        </Button>
      </div>
      {notes}
    </fieldset>
  );
}

/** A control with its name: said to everybody on a phone, where rows stack, and by the column's head elsewhere. */
export function Labelled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <FieldContext.Provider value={{ id, describedBy: undefined, invalid: false, required: false }}>
      <div className={className}>
        <label htmlFor={id} className="mb-1 block text-muted text-xs sm:sr-only">
          {label}
        </label>
        {children}
      </div>
    </FieldContext.Provider>
  );
}
