import { useFormatter, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { RunCounts } from "@/lib/use-cases/runs/run-counts";
import type { RunLine } from "@/lib/use-cases/runs/run-view";
import { COUNT_PARTS } from "./count-parts";
import { Duration } from "./duration";
import { failureKey } from "./failure-words";
import { RequestedBy } from "./requested-by";
import { RunStatus } from "./run-status";

/** Columns of figures are for wide screens; a phone reads them as one line. */
const WIDE = "hidden sm:table-cell";
/** They add up: read is the sum of the others. */
const FIGURES = ["read", "delivered", "unchanged", "refused", "skipped", "held", "not_sent"] as const;

/** A history, newest first. @param base address that a run's id is put behind */
export function RunsTable({ runs, base }: { runs: readonly RunLine[]; base: string }) {
  const t = useTranslations("runs");
  return (
    <Table label={t("runs")} className="[&_td]:px-3 [&_th]:px-3">
      <caption className="sr-only">{t("runs")}</caption>
      <TableHead>
        <TableHeader>{t("when")}</TableHeader>
        <TableHeader>{t("state")}</TableHeader>
        {FIGURES.map((figure) => (
          <TableHeader key={figure} numeric className={WIDE}>
            {t(`columns.${figure}`)}
          </TableHeader>
        ))}
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <TableRow key={run.id} className="align-top">
            <TableCell className="align-top">
              <TextLink href={`${base}/${run.id}`}>
                <AbsoluteTime at={run.requestedAtMs} seconds />
              </TextLink>
              <How run={run} />
            </TableCell>
            <TableCell className="align-top sm:min-w-40">
              <RunStatus state={run.state} look="plain" />
              <Cause run={run} />
              <FiguresLine counts={run.counts} />
            </TableCell>
            <Figures counts={run.counts} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Who wanted it, what kind it is, how long it took. */
function How({ run }: { run: RunLine }) {
  const t = useTranslations("runs");
  const { startedAtMs, finishedAtMs } = run;
  return (
    <p className="text-muted text-xs">
      <RequestedBy run={run} />
      {run.kind === "ordinary" ? null : <> · {t(`kinds.${run.kind}`)}</>}
      {startedAtMs !== null && finishedAtMs !== null ? (
        <>
          {" · "}
          <span className="whitespace-nowrap">
            <Duration ms={finishedAtMs - startedAtMs} />
          </span>
        </>
      ) : null}
    </p>
  );
}

/** Skipped: filtered out, superseded or gone; not sent: failed or in doubt. */
function Figures({ counts }: { counts: RunCounts }) {
  const format = useFormatter();
  const { filtered, superseded, gone, failed, doubt } = counts;
  const figures = { ...counts, skipped: filtered + superseded + gone, not_sent: failed + doubt };
  return FIGURES.map((name) => (
    <TableCell key={name} numeric className={cn(WIDE, "align-top", figures[name] === 0 && "text-faint")}>
      {format.number(figures[name])}
    </TableCell>
  ));
}

function FiguresLine({ counts }: { counts: RunCounts }) {
  const t = useTranslations("runs");
  const parts = COUNT_PARTS.filter((part) => counts[part] > 0);
  if (parts.length === 0) return null;
  return (
    <p className="text-muted text-xs tabular-nums sm:hidden">
      {parts.map((part) => t(`count_part.${part}`, { count: counts[part] })).join(" · ")}
    </p>
  );
}

function Cause({ run }: { run: RunLine }) {
  const t = useTranslations("failures");
  if (run.failure === null || run.state === "collided") return null;
  return <p className="text-muted text-xs">{t(`errors.${failureKey(run.failure.code)}`)}</p>;
}
