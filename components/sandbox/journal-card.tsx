"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { JournalLine } from "@/lib/use-cases/sandbox/watch-sandbox";
import { callOutcome, firstSubject, outcomeTone } from "./call-outcome";
import { watchQuery } from "./watch-query";

/** The latest calls to both stand-ins, kept up to date. */
export function JournalCard({ workspaceId }: { workspaceId: string }) {
  const t = useTranslations("sandbox");
  const { data, isError } = useQuery(watchQuery(workspaceId));
  const lines = data?.lines ?? [];
  return (
    <Card flush title={t("journal_title")} description={t("journal_description")}>
      {isError ? <Banner tone="warning" role="status" title={t("stale")} className="m-4" /> : null}
      {lines.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted text-sm">{t("journal_none")}</p>
      ) : (
        // Fixed, so that a long call is cut short and does not push the outcome off the screen; a phone scrolls.
        <Table label={t("journal_label")} className="min-w-176 table-fixed">
          <TableHead>
            <TableHeader className="w-44">{t("columns.at")}</TableHeader>
            <TableHeader className="w-24">{t("columns.side")}</TableHeader>
            <TableHeader>{t("columns.call")}</TableHeader>
            <TableHeader>{t("columns.subject")}</TableHeader>
            <TableHeader numeric className="w-20">
              {t("columns.status")}
            </TableHeader>
            <TableHeader className="w-52">{t("columns.outcome")}</TableHeader>
          </TableHead>
          <TableBody>
            {lines.map((line) => (
              <Line key={`${line.side}-${line.seq}`} line={line} />
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function Line({ line }: { line: JournalLine }) {
  const t = useTranslations("sandbox");
  const subject = firstSubject(line.subject);
  const outcome = callOutcome(line);
  return (
    <TableRow>
      <TableCell className="text-muted">
        <AbsoluteTime at={line.at} seconds />
      </TableCell>
      <TableCell>{t(`sides.${line.side}`)}</TableCell>
      <TableCell className="truncate font-mono text-xs" title={line.call}>
        {line.call}
      </TableCell>
      <TableCell className="truncate text-xs">
        {subject === null ? "" : subject.more === 0 ? subject.first : t("subject_more", { ...subject })}
      </TableCell>
      <TableCell numeric>{line.status === 0 ? "–" : line.status}</TableCell>
      <TableCell>
        <span className="flex flex-wrap items-center gap-1.5">
          <Badge tone={outcomeTone(outcome)}>{t(`outcome.${outcome}`)}</Badge>
          {line.fault === null ? null : <Badge tone="accent">{line.fault}</Badge>}
        </span>
      </TableCell>
    </TableRow>
  );
}
