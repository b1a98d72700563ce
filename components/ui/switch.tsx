"use client";

import { Switch as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";

/** On or off, with its label. Inside a form it submits `name=on` when on. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: ComponentProps<typeof Radix.Root> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={cn("flex items-start justify-between gap-4", className)}>
      <span className="grid gap-0.5">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="text-muted text-xs">
            {hint}
          </span>
        ) : null}
      </span>
      <Radix.Root
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full border border-control bg-control transition-colors disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        {...rest}
      >
        <Radix.Thumb className="block size-4 translate-x-px rounded-full bg-white shadow-small transition-transform data-[state=checked]:translate-x-[1.0625rem]" />
      </Radix.Root>
    </div>
  );
}
