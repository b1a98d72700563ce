import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A line under a part of the form: `danger` stops a preview, `warning` does not. */
export function Note({
  tone,
  action,
  children,
}: {
  tone: "danger" | "warning";
  action?: ReactNode;
  children: ReactNode;
}) {
  const Icon = tone === "danger" ? CircleAlert : TriangleAlert;
  return (
    <p
      className={`flex flex-wrap items-center gap-x-2 gap-y-1 text-xs ${tone === "danger" ? "text-danger-ink" : "text-warning-ink"}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </p>
  );
}
