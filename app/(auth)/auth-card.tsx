import type { ReactNode } from "react";

/** Heading, form, and a line with the other way in. */
export function AuthCard({ title, footer, children }: { title: string; footer: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      <section className="grid gap-5 rounded-xl border border-line bg-surface p-6 shadow-small">
        <h1 className="text-center font-semibold text-lg tracking-tight">{title}</h1>
        {children}
      </section>
      <p className="text-center text-muted text-sm">{footer}</p>
    </div>
  );
}
