import { cn } from "./cn";

export interface ProgressProps {
  /** What moves, for assistive technology. */
  label: string;
  value: number;
  max: number;
  className?: string;
}

/** How far something is. Where the end is not known, do not draw one: use a busy `Status`. */
export function Progress({ label, value, max, className }: ProgressProps) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={cn("h-1.5 overflow-hidden rounded-full bg-hover", className)}
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}
