export const NAVIGATION_KEYS = [
  "syncs",
  "findings",
  "records",
  "connections",
  "alerts",
  "activity",
  "settings",
  "sandbox",
] as const;
export type NavigationKey = (typeof NAVIGATION_KEYS)[number];

export interface NavigationItem {
  key: NavigationKey;
  href: string;
}

/** The pages a workspace's sidebar leads to: only those that exist, the sandbox only on a demo installation. */
export function navigationOf(workspaceSlug: string, demo: boolean): NavigationItem[] {
  const home = `/w/${encodeURIComponent(workspaceSlug)}`;
  const items: NavigationItem[] = [
    { key: "syncs", href: `${home}/syncs` },
    { key: "findings", href: `${home}/findings` },
    { key: "records", href: `${home}/records` },
    { key: "connections", href: `${home}/connections` },
    { key: "alerts", href: `${home}/alerts` },
    { key: "activity", href: `${home}/activity` },
    { key: "settings", href: `${home}/settings` },
  ];
  if (demo) items.push({ key: "sandbox", href: `${home}/sandbox` });
  return items;
}

/** Whether the page at `pathname` belongs to `item`: itself or below it. */
export function isWithin(item: NavigationItem, pathname: string): boolean {
  return pathname === item.href || pathname.startsWith(`${item.href}/`);
}
