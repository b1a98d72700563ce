import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** A native checkbox with its label (and hint): submits with its form and needs no JavaScript. */
export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: ComponentProps<"input"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={cn("flex items-start gap-2 text-sm has-disabled:text-faint", className)}>
      <input type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...rest} />
      <span className="grid gap-0.5">
        <span>{label}</span>
        {hint ? <span className="text-muted text-xs">{hint}</span> : null}
      </span>
    </label>
  );
}
