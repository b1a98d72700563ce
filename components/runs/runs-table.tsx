import { useTranslations } from "next-intl";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { RunLine } from "@/lib/use-cases/runs/run-view";
import { Duration } from "./duration";
import { failureKey } from "./failure-words";
import { RequestedBy } from "./requested-by";
import { RunStatus } from "./run-status";

/** A history, newest first. @param base address that a run's id is put behind */
export function RunsTable({ runs, base }: { runs: readonly RunLine[]; base: string }) {
  const t = useTranslations("runs");
  return (
    <Table label={t("runs")}>
      <caption className="sr-only">{t("runs")}</caption>
      <TableHead>
        <TableHeader>{t("when")}</TableHeader>
        <TableHeader>{t("state")}</TableHeader>
        <TableHeader>{t("how")}</TableHeader>
        <TableHeader numeric>{t("read")}</TableHeader>
        <TableHeader numeric>{t("count.delivered")}</TableHeader>
        <TableHeader numeric>{t("count.refused")}</TableHeader>
        <TableHeader numeric>{t("count.held")}</TableHeader>
        <TableHeader numeric>{t("count.failed")}</TableHeader>
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
            </TableCell>
            <TableCell numeric>{run.counts.read}</TableCell>
            <TableCell numeric>{run.counts.delivered}</TableCell>
            <TableCell numeric>{run.counts.refused}</TableCell>
            <TableCell numeric>{run.counts.held}</TableCell>
            <TableCell numeric>{run.counts.failed + run.counts.doubt}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Cause({ run }: { run: RunLine }) {
  const t = useTranslations("failures");
  if (run.failure === null || run.state === "collided") return null;
  return <p className="text-muted text-xs">{t(`errors.${failureKey(run.failure.code)}`)}</p>;
}
