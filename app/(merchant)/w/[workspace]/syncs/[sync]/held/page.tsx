import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HeldAllActions } from "@/components/syncs/held-actions";
import { HeldTable } from "@/components/syncs/held-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listHeld } from "@/lib/use-cases/held/list-held";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { found } from "../../found";
import { submitDismiss, submitRetry } from "./actions";

interface Props {
  params: Promise<{ workspace: string; sync: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("held"))("title") };
}

/** The records that Brevo will not take: shown to all, decided by editors. */
export default async function HeldPage({ params, searchParams }: Props) {
  const { workspace, sync: syncId } = await params;
  const { before } = await searchParams;
  const context = await enterWorkspace(workspace);
  const cursor = typeof before === "string" ? { before } : {};
  const [read, listed] = await Promise.all([readSync(context, { syncId }), listHeld(context, { syncId, ...cursor })]);
  const sync = found(read);
  const { records, shopDomain, total, next } = found(listed);
  const t = await getTranslations("held");
  const home = `/w/${context.workspaceId}/syncs`;
  const hidden = { workspace: context.workspaceId, syncId: sync.id };
  const actions = context.role === "viewer" ? null : { retry: submitRetry, dismiss: submitDismiss };
  const here = `${home}/${sync.id}/held`;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        crumbs={[
          { label: (await getTranslations("syncs"))("title"), href: home },
          { label: sync.name, href: `${home}/${sync.id}` },
        ]}
        actions={
          actions && records.length > 0 ? <HeldAllActions hidden={hidden} actions={actions} total={total} /> : undefined
        }
      />
      <Card title={t("count", { total })} description={t(whenOf(sync))} flush>
        {records.length === 0 ? (
          <EmptyState icon={CircleCheck} title={t("empty")}>
            {t("empty_body")}
          </EmptyState>
        ) : (
          <HeldTable records={records} shopDomain={shopDomain} hidden={hidden} actions={actions} />
        )}
        {next || "before" in cursor ? (
          <nav aria-label={t("title")} className="flex justify-between border-line border-t px-4 py-2.5 text-sm">
            <span>{"before" in cursor ? <TextLink href={here}>{t("newest")}</TextLink> : null}</span>
            {next ? <TextLink href={`${here}?before=${next}`}>{t("older")}</TextLink> : null}
          </nav>
        ) : null}
      </Card>
    </>
  );
}

/** When a retry comes about. */
function whenOf(sync: { state: string; scheduleOff: boolean }) {
  if (sync.state !== "active") return "when_paused" as const;
  return sync.scheduleOff ? ("when_by_hand" as const) : ("when_scheduled" as const);
}
