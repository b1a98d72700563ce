import { Layers } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { VersionsTable } from "@/components/versions/versions-table";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listPublications } from "@/lib/use-cases/publications/list-publications";
import { found } from "../../found";
import { submitRestore } from "./actions";

interface Props {
  params: Promise<{ workspace: string; sync: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("versions"))("title") };
}

/** What was ever published for a sync, and the way back to any of it. */
export default async function VersionsPage({ params }: Props) {
  const { workspace, sync: syncId } = await params;
  const context = await enterWorkspace(workspace);
  const { syncName, lines, revision } = found(await listPublications(context, { syncId }));
  const t = await getTranslations("versions");
  const home = `/w/${context.workspaceId}/syncs`;
  const hidden = { workspace: context.workspaceId, syncId, revision: String(revision ?? "") };
  const mayRestore = context.role !== "viewer" && revision !== null;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        crumbs={[
          { label: (await getTranslations("syncs"))("title"), href: home },
          { label: syncName, href: `${home}/${syncId}` },
        ]}
        actions={<LinkButton href={`${home}/${syncId}/rule`}>{t("open_rule")}</LinkButton>}
      />
      <Card flush>
        {lines.length === 0 ? (
          <EmptyState icon={Layers} title={t("empty")}>
            {t("empty_body")}
          </EmptyState>
        ) : (
          <VersionsTable lines={lines} hidden={hidden} restore={mayRestore ? submitRestore : null} />
        )}
      </Card>
    </>
  );
}
