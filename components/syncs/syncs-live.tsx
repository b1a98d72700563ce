"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, RefreshCw, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { NavTabs } from "@/components/ui/nav-tabs";
import { useRowKeys } from "@/components/ui/row-keys";
import { type NothingShown, nothingShown, searchSyncs, syncsInView } from "./find-syncs";
import { SYNC_VIEWS, type SyncViewName } from "./sync-health";
import { syncsQuery } from "./syncs-query";
import { SyncsTable } from "./syncs-table";

/** The list of syncs with its views and search, kept up to date. */
export function SyncsLive({ workspaceId, view }: { workspaceId: string; view: SyncViewName }) {
  const t = useTranslations("syncs");
  const { data: syncs = [], isError } = useQuery(syncsQuery(workspaceId));
  const list = useRowKeys<HTMLDivElement>();
  const search = useSearchParams().get("q") ?? "";
  const found = searchSyncs(syncs, search);
  const shown = syncsInView(found, view);
  const nothing = nothingShown(shown.length, view, search);
  return (
    <div className="grid gap-4" ref={list}>
      {isError ? <Banner tone="warning" role="status" title={t("stale")} /> : null}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <NavTabs
          label={t("views_label")}
          className="min-w-0 flex-1"
          tabs={SYNC_VIEWS.map((name) => ({
            href: addressOf(`/w/${workspaceId}/syncs`, name, search),
            label: t(`views.${name}`),
            count: syncsInView(found, name).length,
          }))}
        />
        <search>
          <Input
            type="search"
            aria-label={t("search")}
            placeholder={t("search_hint")}
            defaultValue={search}
            onChange={(event) => remember(event.target.value)}
            className="w-56"
          />
        </search>
      </div>
      <Card flush>
        {nothing ? <Nothing why={nothing} search={search} /> : <SyncsTable workspaceId={workspaceId} syncs={shown} />}
      </Card>
    </div>
  );
}

function addressOf(home: string, view: SyncViewName, search: string): string {
  const query = new URLSearchParams({ ...(view === "all" ? {} : { view }), ...(search ? { q: search } : {}) });
  return query.size > 0 ? `${home}?${query}` : home;
}

/** The search is part of the address, so that it can be shared and survives a reload; the server is not asked for it. */
function remember(search: string): void {
  const query = new URLSearchParams(window.location.search);
  if (search.trim() === "") query.delete("q");
  else query.set("q", search);
  window.history.replaceState(null, "", query.size > 0 ? `?${query}` : window.location.pathname);
}

function Nothing({ why, search }: { why: NothingShown; search: string }) {
  const t = useTranslations("syncs");
  switch (why) {
    case "search":
      return (
        <EmptyState icon={SearchX} title={t("nothing_found", { search })}>
          {t("nothing_found_body")}
        </EmptyState>
      );
    case "all_clear":
      return (
        <EmptyState icon={CircleCheck} title={t("all_clear")}>
          {t("all_clear_body")}
        </EmptyState>
      );
    case "view":
      return <EmptyState icon={RefreshCw} title={t("empty_view")} />;
  }
}
