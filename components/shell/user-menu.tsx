"use client";

import { ChevronsUpDown, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { startTransition, useOptimistic } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { chooseTheme } from "./choose-theme";
import { signOut } from "./sign-out";
import { THEMES, type Theme, themeOf } from "./theme";

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export interface UserMenuProps {
  user: { name: string; email: string };
  theme: Theme;
}

/** Who is signed in; the theme; sign out. */
export function UserMenu({ user, theme }: UserMenuProps) {
  const t = useTranslations("shell");
  const [shown, show] = useOptimistic(theme);
  const choose = (value: string) =>
    startTransition(async () => {
      show(themeOf(value));
      await chooseTheme(value);
    });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover data-[state=open]:bg-hover">
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs"
        >
          {user.name.trim().charAt(0).toUpperCase() || "?"}
        </span>
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-medium text-[0.8125rem]">{user.name}</span>
          <span className="truncate text-faint text-xs">{user.email}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
      </DropdownMenuTrigger>
      <DropdownMenuContent portal={false} align="start" className="w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuLabel>{t("theme")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={shown} onValueChange={choose}>
          {THEMES.map((value) => {
            const Icon = THEME_ICONS[value];
            return (
              <DropdownMenuRadioItem key={value} value={value}>
                <Icon aria-hidden />
                {t(`themes.${value}`)}
              </DropdownMenuRadioItem>
            );
          })}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => startTransition(() => signOut())}>
          <LogOut aria-hidden />
          {t("sign_out")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
