import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { AbsoluteTime } from "@/components/ui/relative-time";
import type { FormAction } from "@/lib/http/action-state";
import type { RhythmPoint } from "@/lib/use-cases/silence/read-rhythm";
import { RhythmFigure } from "./rhythm-figure";
import { RhythmTable } from "./rhythm-table";

interface Props {
  points: readonly RhythmPoint[];
  /** Address of the sync's page. */
  home: string;
  /** The open finding "proven, but unusually silent", and how to call it fine (null for those who may only look). */
  silence: { sinceMs: number | null; callFine: FormAction | null } | null;
  hidden: Readonly<Record<string, string>>;
}

/** Records a run beside what is usual at such a time; the same as a table for those who would rather read. */
export function RhythmCard({ points, home, silence, hidden }: Props) {
  const t = useTranslations("rhythm");
  return (
    <Card title={t("title")} description={t("description")}>
      <div className="grid grid-cols-1 gap-4">
        {silence ? (
          <Banner
            tone="warning"
            role="region"
            title={t("silent_title")}
            action={
              silence.callFine ? (
                <OneButtonForm hidden={hidden} action={silence.callFine}>
                  {t("call_fine")}
                </OneButtonForm>
              ) : undefined
            }
          >
            <p>
              {silence.sinceMs === null
                ? t("silent_body")
                : t.rich("silent_since", { at: () => <AbsoluteTime at={silence.sinceMs ?? 0} /> })}
            </p>
            <p>{t("call_fine_effect")}</p>
          </Banner>
        ) : null}
        {points.length === 0 ? (
          <p className="text-muted text-sm">{t("none")}</p>
        ) : (
          <>
            <RhythmFigure points={points} />
            <details className="text-sm">
              <summary className="cursor-pointer rounded-md text-accent-ink">{t("as_table")}</summary>
              <div className="mt-3 max-h-80 overflow-y-auto rounded-md border border-line">
                <RhythmTable points={points} home={home} />
              </div>
            </details>
          </>
        )}
      </div>
    </Card>
  );
}
