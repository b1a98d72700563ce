import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { TONE_INK, TONE_SOFT, type Tone } from "./tone";

export interface StatusProps {
  icon: LucideIcon;
  tone: Tone;
  /** The word; a colour alone says nothing. */
  children: ReactNode;
  /** `pill` has a frame, `plain` is for dense tables. */
  look?: "pill" | "plain";
  /** The icon turns: something goes on right now. */
  busy?: boolean;
  className?: string;
}

/** A state: icon, word and colour, always all three. */
export function Status({ icon: Icon, tone, children, look = "pill", busy = false, className }: StatusProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-middle font-medium text-xs",
        look === "pill" ? cn("rounded-full border px-2 py-0.5", TONE_SOFT[tone]) : TONE_INK[tone],
        className,
      )}
    >
      <Icon aria-hidden className={cn("size-3.5 shrink-0", busy && "animate-spin")} />
      <span>{children}</span>
    </span>
  );
}
