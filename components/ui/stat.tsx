import type { ReactNode } from "react";
import { cn } from "./cn";
import { TONE_INK, type Tone } from "./tone";

export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** A line under the value: the comparison, the time, the reason. */
  detail?: ReactNode;
  tone?: Tone;
  className?: string;
}

/** One figure with its name. Put several in a `StatList`. */
export function Stat({ label, value, detail, tone, className }: StatProps) {
  return (
    <div className={cn("grid content-start gap-0.5 bg-surface px-4 py-3", className)}>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className={cn("font-semibold text-lg tabular-nums tracking-tight", tone && TONE_INK[tone])}>{value}</dd>
      {detail ? <dd className="text-faint text-xs">{detail}</dd> : null}
    </div>
  );
}

/** Figures side by side in one frame; they wrap on a phone. */
export function StatList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl
      className={cn(
        "grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-small sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]",
        className,
      )}
    >
      {children}
    </dl>
  );
}
