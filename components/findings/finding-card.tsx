import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Definition, DefinitionList } from "@/components/ui/definition-list";
import { AbsoluteTime, RelativeTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { TextLink } from "@/components/ui/text-link";
import { findingWords } from "@/lib/i18n/finding-words";
import type { WorkspaceFinding } from "@/lib/use-cases/findings/list-open-findings";
import { SEVERITY_LOOKS } from "./finding-looks";

interface Props {
  workspaceId: string;
  finding: WorkspaceFinding;
  controls?: ReactNode;
}

/** One open finding: what, where, since when, with its evidence in words, and what to do. */
export function FindingCard({ workspaceId, finding, controls }: Props) {
  const t = useTranslations("findings");
  const failures = useTranslations("failures");
  const words = findingWords({ findings: t, failures }, finding);
  const at = (ms: number) => () => <AbsoluteTime at={ms} />;
  return (
    <Card
      level={3}
      title={words.title}
      actions={<Status {...SEVERITY_LOOKS[finding.severity]}>{t(`severities.${finding.severity}`)}</Status>}
    >
      <div className="grid gap-4 text-sm">
        <p className="text-muted">
          <Where workspaceId={workspaceId} finding={finding} />
          {" · "}
          {t.rich("page.since_ago", {
            at: at(finding.openedAtMs),
            ago: () => <RelativeTime at={finding.openedAtMs} />,
          })}
        </p>
        <DefinitionList>
          <Definition term={t("page.cause")}>{[words.cause, ...words.figures].join(" ")}</Definition>
          <Definition term={t("page.effect")}>{words.effect}</Definition>
          <Definition term={t("page.next")}>{words.next}</Definition>
        </DefinitionList>
        {finding.acknowledgedByName === null ? null : (
          <p className="text-muted">{t("page.acknowledged_by", { name: finding.acknowledgedByName })}</p>
        )}
        {finding.snoozedUntilMs === null ? null : (
          <p className="text-muted">{t.rich("page.snoozed", { at: at(finding.snoozedUntilMs) })}</p>
        )}
        {controls}
      </div>
    </Card>
  );
}

function Where({ workspaceId, finding: { sync, runId } }: Pick<Props, "workspaceId" | "finding">) {
  const t = useTranslations("findings");
  if (sync === null) return t("page.whole_workspace");
  const home = `/w/${workspaceId}/syncs/${sync.id}`;
  return (
    <>
      <TextLink href={home}>{sync.name}</TextLink>
      {runId === null ? null : (
        <>
          {" · "}
          <TextLink href={`${home}/runs/${runId}`}>{t("run")}</TextLink>
        </>
      )}
    </>
  );
}

/** Findings that are over, a line each. */
export function ResolvedFindings({ findings }: { findings: readonly WorkspaceFinding[] }) {
  const t = useTranslations("findings");
  const at = (ms: number) => () => <AbsoluteTime at={ms} />;
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => (
        <li key={finding.id} className="grid gap-1 px-4 py-3 text-sm">
          <p className="font-medium">
            {t(`kinds.${finding.kind.replaceAll(".", "_")}`)}
            {finding.sync ? ` · ${finding.sync.name}` : null}
          </p>
          <p className="text-muted text-xs">
            {t.rich("page.was", { from: at(finding.openedAtMs) })}
            {" · "}
            {finding.resolvedByName === null
              ? t.rich("page.over", { at: at(finding.resolvedAtMs ?? finding.updatedAtMs) })
              : t.rich("page.over_by", {
                  name: finding.resolvedByName,
                  at: at(finding.resolvedAtMs ?? finding.updatedAtMs),
                })}
          </p>
        </li>
      ))}
    </ul>
  );
}
