"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useFormatter } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { currentTab } from "./current-tab";
import { tabStyle } from "./tab-style";

export interface NavTab {
  href: string;
  label: ReactNode;
  count?: number;
}

/** Tabs that are links: each part has its own address (path, or path and query). `label` names the whole. */
export function NavTabs({ label, tabs, className }: { label: string; tabs: readonly NavTab[]; className?: string }) {
  const format = useFormatter();
  const pathname = usePathname();
  const current = currentTab(
    tabs.map(({ href }) => href),
    pathname,
    new URLSearchParams(useSearchParams().toString()),
  );
  return (
    <nav aria-label={label} className={cn("flex gap-5 overflow-x-auto border-line border-b", className)}>
      {tabs.map((tab, index) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={index === current ? "page" : undefined}
          className={cn(tabStyle)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className="text-faint tabular-nums">{format.number(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
