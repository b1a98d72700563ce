"use client";

import {
  Bell,
  FlaskConical,
  History,
  type LucideIcon,
  Plug,
  RefreshCw,
  Settings,
  TriangleAlert,
  UserSearch,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { isWithin, type NavigationItem, type NavigationKey } from "./navigation";

const ICONS: Record<NavigationKey, LucideIcon> = {
  syncs: RefreshCw,
  records: UserSearch,
  findings: TriangleAlert,
  connections: Plug,
  alerts: Bell,
  activity: History,
  settings: Settings,
  sandbox: FlaskConical,
};

/** The links of the sidebar and of the drawer; `onNavigate` lets the drawer close itself. */
export function SidebarNav({ items, onNavigate }: { items: readonly NavigationItem[]; onNavigate?: () => void }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  return (
    <nav aria-label={t("main_navigation")}>
      <ul className="grid gap-0.5">
        {items.map((item) => {
          const Icon = ICONS[item.key];
          return (
            <li key={item.key}>
              <Link
                href={item.href}
                onClick={onNavigate}
                aria-current={isWithin(item, pathname) ? "page" : undefined}
                className="flex h-8 items-center gap-2.5 rounded-md px-2 font-medium text-[0.8125rem] text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink"
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {t(`nav.${item.key}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
