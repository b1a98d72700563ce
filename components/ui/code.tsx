import type { ReactNode } from "react";
import { cn } from "./cn";

/** A code, an id or a digest in running text. */
export function Code({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <code
      className={cn(
        "rounded border border-line bg-sunken px-1 py-px font-mono text-[0.75rem] text-ink break-all",
        className,
      )}
    >
      {children}
    </code>
  );
}
