"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { NavTabs } from "@/components/ui/nav-tabs";
import { isInView, SYNC_VIEWS, type SyncViewName } from "./sync-health";
import { syncsQuery } from "./syncs-query";
import { SyncsTable } from "./syncs-table";

/** The list of syncs with its views, kept up to date. */
export function SyncsLive({ workspaceId, view }: { workspaceId: string; view: SyncViewName }) {
  const t = useTranslations("syncs");
  const { data: syncs = [] } = useQuery(syncsQuery(workspaceId));
  const home = `/w/${workspaceId}/syncs`;
  const shown = syncs.filter((sync) => isInView(sync, view));
  return (
    <div className="grid gap-4">
      <NavTabs
        label={t("views_label")}
        tabs={SYNC_VIEWS.map((name) => ({
          href: name === "all" ? home : `${home}?view=${name}`,
          label: t(`views.${name}`),
          count: syncs.filter((sync) => isInView(sync, name)).length,
        }))}
      />
      <Card flush>
        {shown.length === 0 ? (
          <p className="px-4 py-8 text-center text-muted text-sm">{t("empty_view")}</p>
        ) : (
          <SyncsTable workspaceId={workspaceId} syncs={shown} />
        )}
      </Card>
    </div>
  );
}
