import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Skeleton } from "./skeleton";

/** A page that is being read: its title's place, and below it the shape of what comes. Announced once. */
export function PageSkeleton({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <div role="status" aria-busy="true" className="grid gap-5">
      <span className="sr-only">{t("loading")}</span>
      <div className="grid gap-2">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="w-80 max-w-full" />
      </div>
      {children}
    </div>
  );
}
