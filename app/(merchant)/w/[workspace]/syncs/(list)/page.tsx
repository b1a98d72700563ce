import { dehydrate, QueryClient } from "@tanstack/react-query";
import { Plus, RefreshCw } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LiveQueries } from "@/components/runs/live-queries";
import { SYNC_VIEWS } from "@/components/syncs/sync-health";
import { SyncsLive } from "@/components/syncs/syncs-live";
import { syncsQuery } from "@/components/syncs/syncs-query";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import type { Context } from "@/lib/use-cases/context";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listEnds } from "@/lib/use-cases/syncs/list-ends";
import { listSyncs } from "@/lib/use-cases/syncs/list-syncs";
import { found } from "../found";

interface Props {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("syncs"))("title") };
}

export default async function SyncsPage({ params, searchParams }: Props) {
  const context = await enterWorkspace((await params).workspace);
  const asked = (await searchParams).view;
  const view = SYNC_VIEWS.find((name) => name === asked) ?? "all";
  const t = await getTranslations("syncs");
  const syncs = found(await listSyncs(context, {}));
  const client = new QueryClient();
  client.setQueryData(syncsQuery(context.workspaceId).queryKey, syncs);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        primaryAction={
          syncs.length > 0 && context.role !== "viewer" ? (
            <LinkButton variant="primary" href={`/w/${context.workspaceId}/syncs/new`}>
              <Plus aria-hidden />
              {t("new")}
            </LinkButton>
          ) : undefined
        }
      />
      {syncs.length === 0 ? (
        <NoSync context={context} />
      ) : (
        <LiveQueries state={dehydrate(client)}>
          <SyncsLive workspaceId={context.workspaceId} view={view} />
        </LiveQueries>
      )}
    </>
  );
}

async function NoSync({ context }: { context: Context }) {
  const t = await getTranslations("syncs");
  const { sources, destinations } = found(await listEnds(context, {}));
  const ready = sources.length > 0 && destinations.length > 0;
  const href = `/w/${context.workspaceId}/${ready ? "syncs/new" : "connections"}`;
  return (
    <Card>
      <EmptyState
        icon={RefreshCw}
        title={t("empty_title")}
        action={
          context.role === "viewer" ? undefined : (
            <LinkButton variant="primary" href={href}>
              {ready ? t("new") : t("go_connections")}
            </LinkButton>
          )
        }
      >
        {ready ? t("empty_body_ready") : t("empty_body")}
      </EmptyState>
    </Card>
  );
}
