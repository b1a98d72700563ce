"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";
import { Definition, DefinitionList } from "@/components/ui/definition-list";
import { Progress } from "@/components/ui/progress";
import { AbsoluteTime } from "@/components/ui/relative-time";
import type { RunView, Used } from "@/lib/use-cases/runs/run-view";
import { Duration } from "./duration";
import { RequestedBy } from "./requested-by";

/** Who asked, when, under which publication, against which limits. */
export function FactsCard({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  return (
    <Card title={t("facts")}>
      <DefinitionList>
        <Definition term={t("requested_by")}>
          <RequestedBy run={run} />
        </Definition>
        <Definition term={t("requested_at")}>
          <AbsoluteTime at={run.requestedAtMs} seconds />
        </Definition>
        <Definition term={t("started_at")}>
          {run.startedAtMs === null ? t("not_yet") : <AbsoluteTime at={run.startedAtMs} seconds />}
        </Definition>
        <Definition term={t("finished_at")}>
          <Finished run={run} />
        </Definition>
        <Definition term={t("lane")}>{t(`lanes.${run.lane}`)}</Definition>
        <Definition term={t("kind")}>{t(`kinds.${run.kind}`)}</Definition>
        {run.fromMs === null ? null : (
          <Definition term={t("from")}>
            <AbsoluteTime at={run.fromMs} />
          </Definition>
        )}
        {run.resend ? <Definition term={t("resend")}>{t("yes")}</Definition> : null}
        <Definition term={t("publication")}>
          {t("version", { number: run.publicationNumber })} <Code>{run.digest.slice(0, 12)}</Code>
        </Definition>
      </DefinitionList>
    </Card>
  );
}

function Finished({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  if (run.finishedAtMs === null) return t("not_yet");
  const tookMs = run.startedAtMs === null ? null : run.finishedAtMs - run.startedAtMs;
  return (
    <>
      <AbsoluteTime at={run.finishedAtMs} seconds />{" "}
      {tookMs === null ? null : (
        <span className="text-faint">{t.rich("took", { duration: () => <Duration ms={tookMs} /> })}</span>
      )}
    </>
  );
}

/** What the run has used of the limits that were published. */
export function CapsCard({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  return (
    <Card title={t("caps")}>
      <div className="grid gap-3">
        {(["calls", "created", "written"] as const).map((name) => (
          <Cap key={name} label={t(`cap.${name}`)} {...run.usage[name]} />
        ))}
      </div>
    </Card>
  );
}

function Cap({ label, used, cap }: Used & { label: string }) {
  const t = useTranslations("runs");
  const format = useFormatter();
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex justify-between gap-3">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">{cap === null ? format.number(used) : t("cap_used", { used, cap })}</span>
      </p>
      {cap === null || cap === 0 ? null : <Progress label={label} value={used} max={cap} />}
    </div>
  );
}
