"use client";

import { Menu, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { NavigationItem } from "./navigation";
import { SidebarNav } from "./sidebar-nav";
import { UserMenu, type UserMenuProps } from "./user-menu";
import { type WorkspaceChoice, WorkspaceMenu } from "./workspace-menu";

export interface DrawerProps extends UserMenuProps {
  items: readonly NavigationItem[];
  workspace: WorkspaceChoice;
  choices: readonly WorkspaceChoice[];
}

/** The sidebar of a phone: slides in from the left, closes on navigation. */
export function MobileDrawer({ items, workspace, choices, user, theme }: DrawerProps) {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label={t("open_menu")}>
          <Menu aria-hidden />
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45 lg:hidden" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 border-line-strong border-r bg-raised p-3 shadow-large lg:hidden"
        >
          <div className="flex items-center justify-between pl-2">
            <Radix.Title className="font-semibold text-sm">{t("menu")}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label={t("close_menu")}>
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          <WorkspaceMenu current={workspace} choices={choices} />
          <div className="flex-1 overflow-y-auto">
            <SidebarNav items={items} onNavigate={() => setOpen(false)} />
          </div>
          <UserMenu user={user} theme={theme} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
