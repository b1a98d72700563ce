import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

export interface PageHeaderProps {
  title: ReactNode;
  /** State of what the page is about: a `Status` or a `Badge`. */
  status?: ReactNode;
  description?: ReactNode;
  crumbs?: readonly Crumb[];
  /** The one thing most people come here to do; a `primary` button. */
  primaryAction?: ReactNode;
  /** Whatever else can be done, quieter. */
  actions?: ReactNode;
}

/** Top of every page: where one is, what it is, one primary action. */
export function PageHeader({ title, status, description, crumbs, primaryAction, actions }: PageHeaderProps) {
  return (
    <header className="grid gap-2 pb-5">
      {crumbs && crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            {status}
          </div>
          {description ? <p className="max-w-2xl text-muted text-sm">{description}</p> : null}
        </div>
        {primaryAction || actions ? (
          <div className="flex flex-wrap items-center gap-2">
            {actions}
            {primaryAction}
          </div>
        ) : null}
      </div>
    </header>
  );
}
