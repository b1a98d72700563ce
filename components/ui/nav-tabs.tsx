"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { tabStyle } from "./tab-style";

export interface NavTab {
  href: string;
  label: ReactNode;
  count?: number;
}

/** Tabs that are links: each part has its own address (path, or path and query). `label` names the whole. */
export function NavTabs({ label, tabs, className }: { label: string; tabs: readonly NavTab[]; className?: string }) {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const here = query ? `${pathname}?${query}` : pathname;
  // A search or a page number within a tab's own path is still that tab.
  const current = tabs.find((tab) => tab.href === here) ?? tabs.find((tab) => tab.href === pathname);
  return (
    <nav aria-label={label} className={cn("flex gap-5 overflow-x-auto border-line border-b", className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab === current ? "page" : undefined}
          className={cn(tabStyle)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className="text-faint tabular-nums">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
