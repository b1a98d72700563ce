import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { TextLink } from "@/components/ui/text-link";
import { findingWords } from "@/lib/i18n/finding-words";
import type { FindingLine } from "@/lib/use-cases/findings/list-findings";
import { SEVERITY_LOOKS } from "./finding-looks";

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
                <p className="font-medium">{t(`kinds.${finding.kind.replaceAll(".", "_")}`)}</p>
                <Status {...SEVERITY_LOOKS[finding.severity]} look="plain">
                  {t(`severities.${finding.severity}`)}
                </Status>
              </div>
              <Words finding={finding} />
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

/** Cause and numbers; effect and next step stand on the page Findings. */
function Words({ finding }: { finding: FindingLine }) {
  const translators = { findings: useTranslations("findings"), failures: useTranslations("failures") };
  const { cause, figures } = findingWords(translators, finding);
  return <p>{[cause, ...figures].join(" ")}</p>;
}
