"use client";

import { useFormatter, useTranslations } from "next-intl";
import { failureKey } from "@/components/runs/failure-words";
import { RunStatus } from "@/components/runs/run-status";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { SyncLine } from "@/lib/use-cases/syncs/sync-view";
import { RunStrip } from "./run-strip";
import { lastRunOf } from "./sync-health";
import { SyncStatus } from "./sync-status";

interface Props {
  workspaceId: string;
  syncs: readonly SyncLine[];
}

/** On a phone what these say stands under the name. */
const WIDE = "hidden md:table-cell";
const TOTALS = ["refused", "held", "doubt", "findings"] as const;

/** Every sync in one line. */
export function SyncsTable({ workspaceId, syncs }: Props) {
  const t = useTranslations("syncs");
  return (
    <Table label={t("title")} className="[&_td]:px-3 [&_th]:px-3">
      <caption className="sr-only">{t("title")}</caption>
      <TableHead>
        <TableHeader>{t("name")}</TableHeader>
        <TableHeader>{t("state")}</TableHeader>
        <TableHeader className={WIDE}>{t("last_run")}</TableHeader>
        <TableHeader className={WIDE}>{t("next_run")}</TableHeader>
        <TableHeader className={WIDE}>{t("strip")}</TableHeader>
        {TOTALS.map((total) => (
          <TableHeader key={total} numeric className={WIDE}>
            {t(`columns.${total}`)}
          </TableHeader>
        ))}
      </TableHead>
      <TableBody>
        {syncs.map((sync) => (
          <SyncRow key={sync.id} sync={sync} home={`/w/${workspaceId}/syncs/${sync.id}`} />
        ))}
      </TableBody>
    </Table>
  );
}

function SyncRow({ sync, home }: { sync: SyncLine; home: string }) {
  const t = useTranslations("syncs");
  return (
    <TableRow className="has-[[data-row]:focus-visible]:bg-hover">
      <TableCell className="wrap-anywhere md:min-w-48">
        <TextLink href={home} data-row>
          {sync.name}
        </TextLink>
        <p className="text-faint text-xs">
          {sync.sourceName && sync.destinationName
            ? t("from_to", { source: sync.sourceName, destination: sync.destinationName })
            : t("no_ends")}
        </p>
        <PauseCause sync={sync} />
        <div className="mt-1 grid gap-1 text-xs md:hidden">
          <LastRun sync={sync} home={home} />
          <NextRun sync={sync} />
          <RunStrip runs={sync.runs} />
          <TotalsLine sync={sync} />
        </div>
      </TableCell>
      <TableCell className="align-top md:align-middle">
        <SyncStatus sync={sync} />
      </TableCell>
      <TableCell className={WIDE}>
        <LastRun sync={sync} home={home} />
      </TableCell>
      <TableCell className={cn(WIDE, "whitespace-nowrap")}>
        <NextRun sync={sync} />
      </TableCell>
      <TableCell className={WIDE}>
        <RunStrip runs={sync.runs} />
      </TableCell>
      {TOTALS.map((total) => (
        <Total key={total} name={total} value={totalOf(sync, total)} />
      ))}
    </TableRow>
  );
}

const totalOf = (sync: SyncLine, total: (typeof TOTALS)[number]): number =>
  total === "findings" ? sync.openFindings : sync.totals[total];

/** Refused is the rule at work; the others want a look. */
function Total({ name, value }: { name: (typeof TOTALS)[number]; value: number }) {
  const format = useFormatter();
  const loud = name === "refused" ? undefined : "font-medium text-warning-ink";
  return (
    <TableCell numeric className={cn(WIDE, value === 0 ? "text-faint" : loud)}>
      {format.number(value)}
    </TableCell>
  );
}

function TotalsLine({ sync }: { sync: SyncLine }) {
  const t = useTranslations("syncs");
  const parts = TOTALS.filter((total) => totalOf(sync, total) > 0);
  if (parts.length === 0) return null;
  return (
    <p className="text-muted">
      {parts.map((total) => t(`total_part.${total}`, { count: totalOf(sync, total) })).join(" · ")}
    </p>
  );
}

function NextRun({ sync }: { sync: SyncLine }) {
  const t = useTranslations("syncs");
  if (sync.nextRunAtMs === null) return <span className="text-faint">{t("not_scheduled")}</span>;
  return (
    <span>
      <span className="text-muted md:hidden">{t("next_run")} </span>
      <RelativeTime at={sync.nextRunAtMs} />
    </span>
  );
}

function PauseCause({ sync }: { sync: SyncLine }) {
  const t = useTranslations("syncs");
  const failures = useTranslations("failures");
  if (sync.state !== "paused") return null;
  if (sync.pauseCause === null) return <p className="text-danger-ink text-xs">{t("paused_by_person")}</p>;
  const cause = failures(`errors.${failureKey(sync.pauseCause.code)}`);
  return <p className="text-danger-ink text-xs">{t("paused_because", { cause })}</p>;
}

function LastRun({ sync, home }: { sync: SyncLine; home: string }) {
  const t = useTranslations("syncs");
  const run = lastRunOf(sync);
  if (!run) return <span className="text-faint">{t("never_ran")}</span>;
  return (
    <span className="grid justify-items-start gap-0.5 whitespace-nowrap">
      <RunStatus state={run.state} look="plain" />
      <TextLink href={`${home}/runs/${run.id}`} className="text-xs">
        <RelativeTime at={run.finishedAtMs ?? run.requestedAtMs} />
      </TextLink>
    </span>
  );
}
