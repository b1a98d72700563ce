import type { ReactNode } from "react";
import { cn } from "./cn";

/** Announces what changed without moving the focus. Keep it mounted and change its content; `hidden` is for the ear only. */
export function LiveRegion({
  hidden = false,
  className,
  children,
}: {
  hidden?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <output aria-live="polite" className={cn(hidden ? "sr-only" : "block", className)}>
      {children}
    </output>
  );
}
