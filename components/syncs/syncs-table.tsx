"use client";

import { useFormatter, useTranslations } from "next-intl";
import { failureKey } from "@/components/runs/failure-words";
import { RunStatus } from "@/components/runs/run-status";
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

/** Every sync in one line. */
export function SyncsTable({ workspaceId, syncs }: Props) {
  const t = useTranslations("syncs");
  return (
    <Table label={t("title")} className="[&_td]:px-3 [&_th]:px-3">
      <caption className="sr-only">{t("title")}</caption>
      <TableHead>
        <TableHeader>{t("name")}</TableHeader>
        <TableHeader>{t("state")}</TableHeader>
        <TableHeader>{t("last_run")}</TableHeader>
        <TableHeader>{t("next_run")}</TableHeader>
        <TableHeader>{t("strip")}</TableHeader>
        <TableHeader numeric>{t("totals")}</TableHeader>
        <TableHeader numeric>{t("refused")}</TableHeader>
        <TableHeader numeric>{t("held")}</TableHeader>
        <TableHeader numeric>{t("doubt")}</TableHeader>
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
  const { delivered, refused, held, doubt } = sync.totals;
  return (
    <TableRow>
      <TableCell className="min-w-48">
        <TextLink href={home}>{sync.name}</TextLink>
        <p className="text-faint text-xs">
          {sync.sourceName && sync.destinationName
            ? t("from_to", { source: sync.sourceName, destination: sync.destinationName })
            : t("no_ends")}
        </p>
        <PauseCause sync={sync} />
        {sync.openFindings > 0 ? (
          <p className="text-warning-ink text-xs">{t("findings_open", { count: sync.openFindings })}</p>
        ) : null}
      </TableCell>
      <TableCell>
        <SyncStatus sync={sync} />
      </TableCell>
      <TableCell>
        <LastRun sync={sync} home={home} />
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {sync.nextRunAtMs === null ? (
          <span className="text-faint">{t("not_scheduled")}</span>
        ) : (
          <RelativeTime at={sync.nextRunAtMs} />
        )}
      </TableCell>
      <TableCell>
        <RunStrip runs={sync.runs} />
      </TableCell>
      <Total value={delivered} />
      <Total value={refused} />
      <Total value={held} tone="text-warning-ink" />
      <Total value={doubt} tone="text-warning-ink" />
    </TableRow>
  );
}

function Total({ value, tone }: { value: number; tone?: string }) {
  const format = useFormatter();
  return (
    <TableCell numeric className={value === 0 ? "text-faint" : tone}>
      {format.number(value)}
    </TableCell>
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
