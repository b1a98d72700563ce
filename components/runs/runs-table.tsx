import { useFormatter, useTranslations } from "next-intl";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { RunCounts } from "@/lib/use-cases/runs/run-counts";
import type { RunLine } from "@/lib/use-cases/runs/run-view";
import { Duration } from "./duration";
import { failureKey } from "./failure-words";
import { RequestedBy } from "./requested-by";
import { RunStatus } from "./run-status";

/** A history, newest first. @param base address that a run's id is put behind */
export function RunsTable({ runs, base }: { runs: readonly RunLine[]; base: string }) {
  const t = useTranslations("runs");
  return (
    <Table label={t("runs")} className="[&_td]:px-3 [&_th]:px-3">
      <caption className="sr-only">{t("runs")}</caption>
      <TableHead>
        <TableHeader>{t("when")}</TableHeader>
        <TableHeader>{t("state")}</TableHeader>
        <TableHeader>{t("how")}</TableHeader>
        <TableHeader numeric>{t("read")}</TableHeader>
        <TableHeader numeric>{t("count.delivered")}</TableHeader>
        <TableHeader numeric>{t("count.unchanged")}</TableHeader>
        <TableHeader numeric>{t("count.refused")}</TableHeader>
        <TableHeader numeric>{t("skipped")}</TableHeader>
        <TableHeader numeric>{t("count.held")}</TableHeader>
        <TableHeader numeric>{t("not_sent")}</TableHeader>
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <TableRow key={run.id}>
            <TableCell className="whitespace-nowrap">
              <TextLink href={`${base}/${run.id}`}>
                <AbsoluteTime at={run.requestedAtMs} seconds />
              </TextLink>
              <p className="text-faint text-xs">
                {run.startedAtMs !== null && run.finishedAtMs !== null ? (
                  <Duration ms={run.finishedAtMs - run.startedAtMs} />
                ) : null}
              </p>
            </TableCell>
            <TableCell className="min-w-44">
              <RunStatus state={run.state} look="plain" />
              <Cause run={run} />
            </TableCell>
            <TableCell className="min-w-32">
              <RequestedBy run={run} />
              {run.kind === "ordinary" ? null : <p className="text-muted text-xs">{t(`kinds.${run.kind}`)}</p>}
            </TableCell>
            <Figures counts={run.counts} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** The columns add up: read is the sum of the others. Skipped: filtered out, superseded or gone; not sent: failed or in doubt. */
function Figures({ counts }: { counts: RunCounts }) {
  const format = useFormatter();
  const { read, delivered, unchanged, refused, filtered, superseded, gone, held, failed, doubt } = counts;
  const figures = {
    read,
    delivered,
    unchanged,
    refused,
    skipped: filtered + superseded + gone,
    held,
    left: failed + doubt,
  };
  return Object.entries(figures).map(([name, value]) => (
    <TableCell key={name} numeric className={value === 0 ? "text-faint" : undefined}>
      {format.number(value)}
    </TableCell>
  ));
}

function Cause({ run }: { run: RunLine }) {
  const t = useTranslations("failures");
  if (run.failure === null || run.state === "collided") return null;
  return <p className="text-muted text-xs">{t(`errors.${failureKey(run.failure.code)}`)}</p>;
}
