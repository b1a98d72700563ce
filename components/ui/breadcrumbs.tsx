import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

export interface Crumb {
  label: string;
  href: string;
}

/** The way back up; the page itself is not in it, its title stands below. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations("ui");
  return (
    <nav aria-label={t("breadcrumbs")}>
      <ol className="flex flex-wrap items-center gap-1 text-muted text-xs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex items-center gap-1">
            {index > 0 ? <ChevronRight aria-hidden className="size-3.5 text-faint" /> : null}
            <Link href={crumb.href} className="rounded hover:text-ink hover:underline">
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
