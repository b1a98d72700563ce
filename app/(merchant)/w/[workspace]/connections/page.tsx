import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Banner } from "@/components/ui/banner";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import type { ConnectionView } from "@/lib/use-cases/connections/connection-view";
import { listConnections } from "@/lib/use-cases/connections/list-connections";
import { requireRole } from "@/lib/use-cases/context";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { KindSection } from "./kind-section";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("connections"))("title") };
}

export default async function ConnectionsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const context = await enterWorkspace((await params).workspace);
  const list = await listConnections(context, {});
  if (!list.ok) throw new Error(list.error.code);
  const t = await getTranslations("connections");
  const mayChange = requireRole(context, "editor").ok;
  const shared = { workspaceId: context.workspaceId, mayChange, demo: isDemoInstallation() };
  const of = (kind: ConnectionView["kind"]) => list.value.filter((connection) => connection.kind === kind);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid gap-6">
        {mayChange ? null : <Banner tone="info" title={t("read_only")} />}
        {awaitsSync(list.value) ? (
          <Banner
            tone="success"
            title={t("next_title")}
            action={
              <LinkButton variant="primary" href={`/w/${context.workspaceId}/syncs`}>
                {t("next_link")}
              </LinkButton>
            }
          >
            {t("next_body")}
          </Banner>
        ) : null}
        <div className="grid gap-8 lg:grid-cols-2 lg:items-start">
          <KindSection kind="shopify" connections={of("shopify")} {...shared} />
          <KindSection kind="brevo" connections={of("brevo")} {...shared} />
        </div>
      </div>
    </>
  );
}

/** Both ends are there and nothing uses them yet. */
function awaitsSync(connections: readonly ConnectionView[]): boolean {
  const usable = connections.filter(({ health }) => health === "connected");
  return new Set(usable.map(({ kind }) => kind)).size === 2 && connections.every(({ usedBy }) => usedBy.length === 0);
}
