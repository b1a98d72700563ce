import type { ReactNode } from "react";
import { cn } from "./cn";

export interface SectionProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page without a frame: heading, a line under it, content. */
export function Section({ title, description, actions, className, children }: SectionProps) {
  return (
    <section className={cn("grid min-w-0 gap-3", className)}>
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="font-semibold text-[0.9375rem]">{title}</h2>
          {description ? <p className="mt-0.5 text-muted text-sm">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}
