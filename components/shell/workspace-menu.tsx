"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

export interface WorkspaceChoice {
  slug: string;
  name: string;
}

/** Name of the workspace; a menu where there is more than one to choose from. */
export function WorkspaceMenu({ current, choices }: { current: WorkspaceChoice; choices: readonly WorkspaceChoice[] }) {
  const t = useTranslations("shell");
  if (choices.length < 2) {
    return <p className="truncate px-2 py-1.5 font-semibold text-[0.8125rem]">{current.name}</p>;
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t("switch_workspace", { name: current.name })}
        className="flex w-full items-center justify-between gap-2 rounded-md px-2 py-1.5 font-semibold text-[0.8125rem] hover:bg-hover"
      >
        <span className="truncate">{current.name}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
      </DropdownMenuTrigger>
      <DropdownMenuContent portal={false} align="start" className="w-(--radix-dropdown-menu-trigger-width)">
        {choices.map((choice) => (
          <DropdownMenuItem key={choice.slug} asChild>
            <Link href={`/w/${encodeURIComponent(choice.slug)}/syncs`}>
              <span className="flex-1 truncate">{choice.name}</span>
              {choice.slug === current.slug ? <Check aria-hidden /> : null}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
