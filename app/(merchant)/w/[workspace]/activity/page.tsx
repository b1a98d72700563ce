import { History } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ActivityFilter } from "@/components/activity/activity-filter";
import { ActivityTable } from "@/components/activity/activity-table";
import { ChainHeadCard } from "@/components/activity/chain-head-card";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { listActivity } from "@/lib/use-cases/activity/list-activity";
import { readHead } from "@/lib/use-cases/activity/read-head";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { found } from "../syncs/found";

interface Props {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("activity"))("title") };
}

/** Who did what, when. */
export default async function ActivityPage({ params, searchParams }: Props) {
  const context = await enterWorkspace((await params).workspace);
  const asked = await searchParams;
  const text = (name: string) => (typeof asked[name] === "string" && asked[name] !== "" ? asked[name] : undefined);
  const filter = { actor: text("actor"), about: text("about") };
  const [listed, head] = await Promise.all([
    listActivity(context, { ...filter, before: text("before") }),
    readHead(context, {}),
  ]);
  const { lines, next, actors, nouns } = found(listed);
  const t = await getTranslations("activity");
  const api = `/api/w/${context.workspaceId}/activity`;
  const query = new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid gap-6">
        <ActivityFilter actors={actors} nouns={nouns} chosen={filter} csvHref={`${api}/csv?${query}`} />
        <Card title={t("entries")} flush>
          {lines.length === 0 ? (
            <EmptyState icon={History} title={t("empty")}>
              {t("empty_body")}
            </EmptyState>
          ) : (
            <ActivityTable lines={lines} />
          )}
          {next || text("before") ? (
            <nav aria-label={t("pages")} className="flex justify-between border-line border-t px-4 py-2.5 text-sm">
              <span>{text("before") ? <TextLink href={`?${query}`}>{t("newest")}</TextLink> : null}</span>
              {next ? <TextLink href={`?${withBefore(query, next)}`}>{t("older")}</TextLink> : null}
            </nav>
          ) : null}
        </Card>
        <ChainHeadCard head={found(head)} href={`${api}/head`} />
      </div>
    </>
  );
}

function withBefore(query: URLSearchParams, before: string): URLSearchParams {
  const more = new URLSearchParams(query);
  more.set("before", before);
  return more;
}
