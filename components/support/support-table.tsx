"use client";

import { useTranslations } from "next-intl";
import { ResumeDialog } from "@/components/syncs/reason-dialogs";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FormAction } from "@/lib/http/action-state";
import type { SupportSync } from "@/lib/use-cases/support/list-support-syncs";

/** Which syncs need somebody, why and since when. Names and codes only. */
export function SupportTable({ syncs, resume }: { syncs: readonly SupportSync[]; resume: FormAction }) {
  const t = useTranslations("support");
  return (
    <Table label={t("title")}>
      <TableHead>
        <TableHeader>{t("sync")}</TableHeader>
        <TableHeader>{t("state")}</TableHeader>
        <TableHeader>{t("cause")}</TableHeader>
        <TableHeader>{t("findings")}</TableHeader>
        <TableHeader className="relative">
          <span className="sr-only">{t("actions")}</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {syncs.map((sync) => (
          <TableRow key={sync.syncId}>
            <TableCell className="align-top">
              <p className="font-medium">
                <bdi>{sync.sync}</bdi>
              </p>
              <p className="text-muted text-xs">
                <bdi>{sync.workspace}</bdi>
              </p>
            </TableCell>
            <TableCell className="align-top">
              <Badge tone={sync.state === "paused" ? "danger" : "neutral"}>
                {t.has(`states.${sync.state}`) ? t(`states.${sync.state}`) : sync.state}
              </Badge>
              {sync.pausedAtMs === null ? null : (
                <p className="text-muted text-xs">
                  <RelativeTime at={sync.pausedAtMs} />
                </p>
              )}
            </TableCell>
            <TableCell className="min-w-56 align-top">
              <Cause sync={sync} />
            </TableCell>
            <TableCell className="min-w-56 align-top">
              <Findings findings={sync.findings} />
            </TableCell>
            <TableCell className="align-top">
              {sync.state === "paused" ? <Resume sync={sync} resume={resume} /> : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Cause({ sync }: { sync: SupportSync }) {
  const t = useTranslations("support");
  const failures = useTranslations("failures");
  if (sync.cause === null) return sync.state === "paused" ? t("by_a_person") : null;
  const key = sync.cause.replace(".", "_");
  return failures.has(`errors.${key}`) ? failures(`errors.${key}`) : sync.cause;
}

function Findings({ findings }: Pick<SupportSync, "findings">) {
  const words = useTranslations("findings");
  return (
    <ul className="grid gap-1">
      {findings.map(({ kind, severity, sinceMs }) => {
        const key = `kinds.${kind.replaceAll(".", "_")}`;
        return (
          <li key={`${kind}-${sinceMs}`}>
            {words.has(key) ? words(key) : kind}{" "}
            <span className="text-muted text-xs">
              {words(`severities.${severity}`)}, <RelativeTime at={sinceMs} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Resume({ sync, resume }: { sync: SupportSync; resume: FormAction }) {
  const t = useTranslations("support");
  if (!sync.mayResume) return <span className="text-muted text-xs">{t("not_allowed")}</span>;
  return <ResumeDialog hidden={{ syncId: sync.syncId }} action={resume} />;
}
