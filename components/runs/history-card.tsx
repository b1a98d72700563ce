import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { NavTabs } from "@/components/ui/nav-tabs";
import { TextLink } from "@/components/ui/text-link";
import type { RunLine } from "@/lib/use-cases/runs/run-view";
import { RunsTable } from "./runs-table";

const FILTERS = ["all", "working", "succeeded", "failed", "other"] as const;

interface Props {
  /** Address of the sync's page. */
  home: string;
  filter: (typeof FILTERS)[number];
  runs: readonly RunLine[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Whether this is not the first page. */
  older: boolean;
}

/** Run history of a sync: filtered by state, paged by cursor. */
export function HistoryCard({ home, filter, runs, next, older }: Props) {
  const t = useTranslations("runs");
  const base = filter === "all" ? home : `${home}?runs=${filter}`;
  return (
    <Card id="runs" title={t("runs")} flush>
      <NavTabs
        label={t("filter_label")}
        className="px-4"
        tabs={FILTERS.map((name) => ({
          href: name === "all" ? home : `${home}?runs=${name}`,
          label: t(`filters.${name}`),
        }))}
      />
      {runs.length > 0 ? (
        <RunsTable runs={runs} base={`${home}/runs`} />
      ) : (
        <NoRuns filtered={filter !== "all" || older} />
      )}
      {older || next ? (
        <nav aria-label={t("runs")} className="flex justify-between border-line border-t px-4 py-2.5 text-sm">
          <span>{older ? <TextLink href={base}>{t("newest")}</TextLink> : null}</span>
          {next ? (
            <TextLink href={`${home}?${filter === "all" ? "" : `runs=${filter}&`}before=${next}#runs`}>
              {t("older")}
            </TextLink>
          ) : null}
        </nav>
      ) : null}
    </Card>
  );
}

function NoRuns({ filtered }: { filtered: boolean }) {
  const t = useTranslations("runs");
  if (filtered) return <p className="px-4 py-8 text-center text-muted text-sm">{t("history_empty_filter")}</p>;
  return (
    <EmptyState icon={History} title={t("history_empty")}>
      {t("history_empty_body")}
    </EmptyState>
  );
}
