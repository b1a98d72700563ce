import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { failureKey } from "@/components/runs/failure-words";
import { Card } from "@/components/ui/card";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { TextLink } from "@/components/ui/text-link";
import { FAILURE_CODES } from "@/lib/runner/failures";
import type { FindingLine } from "@/lib/use-cases/findings/list-findings";

const LOOKS = {
  info: { tone: "info", icon: Info },
  warning: { tone: "warning", icon: TriangleAlert },
  critical: { tone: "danger", icon: CircleAlert },
} as const;

/** What is wrong with a sync now. @param props.home address of the sync's page */
export function FindingsCard({ findings, home }: { findings: readonly FindingLine[]; home: string }) {
  const t = useTranslations("findings");
  return (
    <Card title={t("title")} flush>
      {findings.length === 0 ? (
        <p className="px-4 py-4 text-muted text-sm">{t("none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {findings.map((finding) => (
            <li key={finding.id} className="grid gap-1 px-4 py-3 text-sm">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <p className="font-medium">
                  <Kind kind={finding.kind} />
                </p>
                <Status {...LOOKS[finding.severity]} look="plain">
                  {t(`severities.${finding.severity}`)}
                </Status>
              </div>
              <Figures finding={finding} />
              <Cause code={finding.code} />
              <p className="text-faint text-xs">
                {t.rich("since", { at: () => <AbsoluteTime at={finding.openedAtMs} /> })}
                {finding.acknowledged ? ` · ${t("acknowledged")}` : null}
                {finding.runId === null ? null : (
                  <>
                    {" · "}
                    <TextLink href={`${home}/runs/${finding.runId}`}>{t("run")}</TextLink>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A kind without words of its own is named as it is: shown plainly, never as another. */
function Kind({ kind }: { kind: string }) {
  const t = useTranslations("findings");
  const key = kind.replaceAll(".", "_");
  return t.has(`kinds.${key}`) ? t(`kinds.${key}`) : t("kinds.other", { kind });
}

/** What a kind says with numbers; nothing for the others. */
function Figures({ finding: { kind, figures } }: { finding: FindingLine }) {
  const t = useTranslations("findings");
  const { pending, usual, failures, sinceMs } = figures;
  if (kind === "sync.mass_change" && pending !== undefined && usual !== undefined)
    return <p>{t("mass_change_figures", { pending, usual: Math.round(usual) })}</p>;
  if (kind === "sync.failing" && failures !== undefined) return <p>{t("failing_figures", { failures })}</p>;
  if (kind === "sync.opt_outs_waiting" && sinceMs !== undefined)
    return <p>{t.rich("opt_outs_figures", { at: () => <AbsoluteTime at={sinceMs} /> })}</p>;
  return <SilenceFigures kind={kind} figures={figures} />;
}

/** What the silence statistic and the watches say with numbers. */
function SilenceFigures({ kind, figures }: Pick<FindingLine, "kind" | "figures">) {
  const t = useTranslations("findings");
  const { sinceMs, dueMs, expected, hours, runs } = figures;
  const at = (ms: number) => () => <AbsoluteTime at={ms} />;
  if (kind === "sync.unusually_silent" && sinceMs !== undefined && expected !== undefined)
    return <p>{t.rich("unusually_silent_figures", { at: at(sinceMs), expected: Math.floor(expected) })}</p>;
  if (kind === "sync.no_success" && sinceMs !== undefined && hours !== undefined)
    return <p>{t.rich("no_success_figures", { at: at(sinceMs), hours })}</p>;
  if (kind === "sync.late" && dueMs !== undefined) return <p>{t.rich("late_figures", { at: at(dueMs) })}</p>;
  if (kind === "sync.empty_runs" && runs !== undefined) return <p>{t("empty_runs_figures", { runs })}</p>;
  return null;
}

function Cause({ code }: { code: string | null }) {
  const t = useTranslations("failures");
  const known = FAILURE_CODES.find((known) => known === code);
  return known ? <p>{t(`errors.${failureKey(known)}`)}</p> : null;
}
