"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SyncStatus } from "@/components/syncs/sync-status";
import { syncsQuery } from "@/components/syncs/syncs-query";
import { QueryProvider } from "@/components/ui/query-provider";
import type { NavigationItem } from "./navigation";

export interface PaletteListProps {
  workspaceId: string;
  items: readonly NavigationItem[];
  /** Something was chosen. */
  onDone: () => void;
}

/** Syncs and pages, filtered as one types; arrows choose, Enter goes there. */
export function PaletteList(props: PaletteListProps) {
  return (
    <QueryProvider>
      <List {...props} />
    </QueryProvider>
  );
}

const GROUP =
  "p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs";

function List({ workspaceId, items, onDone }: PaletteListProps) {
  const t = useTranslations("shell");
  const router = useRouter();
  const { data: syncs = [], isPending, isError } = useQuery(syncsQuery(workspaceId));
  const go = (href: string) => {
    onDone();
    router.push(href);
  };
  return (
    <Command label={t("palette.title")} loop>
      <Command.Input
        placeholder={t("palette.hint")}
        className="h-11 w-full border-line border-b bg-transparent px-4 text-sm outline-none placeholder:text-faint"
      />
      {/* Beside the list: a listbox holds choices and nothing else. */}
      <p role="status" className="text-muted text-sm [&:not(:empty)]:px-4 [&:not(:empty)]:py-3">
        {isPending ? t("palette.loading") : isError ? t("palette.unread") : null}
      </p>
      <Command.List label={t("palette.results")} className="max-h-[50vh] overflow-y-auto">
        <Command.Empty className="px-4 py-6 text-center text-muted text-sm">{t("palette.nothing")}</Command.Empty>
        {syncs.length > 0 ? (
          <Command.Group heading={t("nav.syncs")} className={GROUP}>
            {syncs.map((sync) => (
              <Choice
                key={sync.id}
                value={`sync ${sync.name} ${sync.id}`}
                onSelect={() => go(`/w/${workspaceId}/syncs/${sync.id}`)}
              >
                <span className="min-w-0 truncate">{sync.name}</span>
                <SyncStatus sync={sync} />
              </Choice>
            ))}
          </Command.Group>
        ) : null}
        <Command.Group heading={t("palette.pages")} className={GROUP}>
          {items.map((item) => (
            <Choice key={item.key} value={`page ${t(`nav.${item.key}`)}`} onSelect={() => go(item.href)}>
              {t(`nav.${item.key}`)}
            </Choice>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  );
}

/** @param props.value what is searched, unlike every other */
function Choice({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 py-2 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink"
    >
      {children}
    </Command.Item>
  );
}
