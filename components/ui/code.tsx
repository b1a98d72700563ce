import type { ReactNode } from "react";
import { cn } from "./cn";
import { SCROLLABLE } from "./scrollable";

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

/** Several lines of code or JSON, shown as text. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section aria-label={label} {...SCROLLABLE} className="overflow-x-auto rounded-md border border-line bg-sunken">
      <pre className="p-3 font-mono text-xs leading-5">{children}</pre>
    </section>
  );
}
