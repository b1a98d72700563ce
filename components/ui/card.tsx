import type { ReactNode } from "react";
import { cn } from "./cn";

export interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** Small buttons or links at the right of the title. */
  actions?: ReactNode;
  /** The table or list fills the card to its edges. */
  flush?: boolean;
  /** Heading level of the title; 2 unless nested. */
  level?: 2 | 3;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A framed part of a page; with a title it is a section with a heading. */
export function Card({ title, description, actions, flush = false, level = 2, id, className, children }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      id={id}
      className={cn("min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-small", className)}
    >
      {title ? (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
          <div className="min-w-0">
            <Heading className="font-semibold text-sm">{title}</Heading>
            {description ? <p className="text-muted text-xs">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? undefined : "p-4"}>{children}</div>
    </section>
  );
}
