import { Plug } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { NewSyncForm } from "@/components/syncs/new-sync-form";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listEnds } from "@/lib/use-cases/syncs/list-ends";
import { submitNewSync } from "../actions";
import { found } from "../found";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("syncs"))("new_title") };
}

export default async function NewSyncPage({ params }: { params: Promise<{ workspace: string }> }) {
  const context = await enterWorkspace((await params).workspace);
  if (context.role === "viewer") notFound();
  const t = await getTranslations("syncs");
  const ends = found(await listEnds(context, {}));
  const home = `/w/${context.workspaceId}`;
  const ready = ends.sources.length > 0 && ends.destinations.length > 0;
  return (
    <>
      <PageHeader
        title={t("new_title")}
        description={t("new_description")}
        crumbs={[{ label: t("title"), href: `${home}/syncs` }]}
      />
      <Card className="max-w-xl">
        {ready ? (
          <NewSyncForm workspaceId={context.workspaceId} {...ends} action={submitNewSync} />
        ) : (
          <EmptyState
            icon={Plug}
            title={t("need_ends")}
            action={
              <LinkButton variant="primary" href={`${home}/connections`}>
                {t("go_connections")}
              </LinkButton>
            }
          >
            {t("need_ends_body")} {ends.sources.length === 0 ? t("no_source") : null}{" "}
            {ends.destinations.length === 0 ? t("no_destination") : null}
          </EmptyState>
        )}
      </Card>
    </>
  );
}
