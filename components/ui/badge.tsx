import type { ReactNode } from "react";
import { cn } from "./cn";
import { TONE_SOFT, type Tone } from "./tone";

/** A word or a count in a small frame. For a state use `Status`, which adds the icon. */
export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 font-medium text-2xs leading-[1.125rem]",
        TONE_SOFT[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
