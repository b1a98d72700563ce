import type { ReactNode } from "react";
import { cn } from "./cn";

/** Names and values in two columns; one under the other on a phone. */
export function DefinitionList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cn("grid gap-y-2.5 text-sm", className)}>{children}</dl>;
}

export function Definition({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(8rem,11rem)_1fr]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
