import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Why it is empty and what to do about it. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Says why there is nothing here, and what comes next. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <span className="grid size-10 place-items-center rounded-full border border-line bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid max-w-md gap-1">
        <h2 className="font-semibold text-sm">{title}</h2>
        {children ? <div className="text-muted text-sm">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
