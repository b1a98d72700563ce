import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import { CommandPalette } from "./command-palette";
import { type DrawerProps, MobileDrawer } from "./mobile-drawer";
import { PaletteButton } from "./palette-button";
import { SidebarNav } from "./sidebar-nav";
import { SkipLink } from "./skip-link";
import { UserMenu } from "./user-menu";
import { WorkspaceMenu } from "./workspace-menu";

export interface WorkspaceShellProps extends DrawerProps {
  /** A `Banner` above every page of the workspace. */
  banner?: ReactNode;
  children: ReactNode;
}

/** Frame of every page of a workspace: sidebar (a drawer on a phone), banner, main content. */
export function WorkspaceShell({ banner, children, ...drawer }: WorkspaceShellProps) {
  const t = useTranslations("shell");
  const { items, workspace, choices, user, theme } = drawer;
  return (
    <CommandPalette workspaceId={workspace.slug} items={items}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SkipLink />
        <aside
          aria-label={t("sidebar")}
          className="sticky top-0 hidden h-dvh flex-col gap-4 border-line border-r bg-sunken p-3 lg:flex"
        >
          <Link href="/" className="rounded-md px-2 pt-1">
            <Brand />
          </Link>
          <WorkspaceMenu current={workspace} choices={choices} />
          <PaletteButton look="wide" />
          <div className="flex-1 overflow-y-auto">
            <SidebarNav items={items} />
          </div>
          <UserMenu user={user} theme={theme} />
        </aside>
        <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-line border-b bg-surface px-3 lg:hidden">
          <MobileDrawer {...drawer} />
          <Link href="/" className="rounded-md">
            <Brand nameHidden />
          </Link>
          <p className="truncate font-semibold text-sm">{workspace.name}</p>
          <PaletteButton look="icon" />
        </header>
        <div className="min-w-0">
          {banner ? (
            <section aria-label={t("notice")} className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6 lg:px-8">
              {banner}
            </section>
          ) : null}
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-7xl px-4 py-6 outline-none sm:px-6 lg:px-8">
            {children}
          </main>
        </div>
      </div>
    </CommandPalette>
  );
}
