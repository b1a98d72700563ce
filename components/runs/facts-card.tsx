"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";
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
      <dl className="grid gap-2.5 text-sm">
        <Fact term={t("requested_by")}>
          <RequestedBy run={run} />
        </Fact>
        <Fact term={t("requested_at")}>
          <AbsoluteTime at={run.requestedAtMs} seconds />
        </Fact>
        <Fact term={t("started_at")}>
          <Started run={run} />
        </Fact>
        <Fact term={t("finished_at")}>
          <Finished run={run} />
        </Fact>
        <Fact term={t("lane")}>{t(`lanes.${run.lane}`)}</Fact>
        <Fact term={t("kind")}>{t(`kinds.${run.kind}`)}</Fact>
        {run.fromMs === null ? null : (
          <Fact term={t("from")}>
            <AbsoluteTime at={run.fromMs} />
          </Fact>
        )}
        {run.resend ? <Fact term={t("resend")}>{t("yes")}</Fact> : null}
        <Fact term={t("publication")}>
          {t("version", { number: run.publicationNumber })} <Code>{run.digest.slice(0, 12)}</Code>
        </Fact>
      </dl>
    </Card>
  );
}

/** Name and value in a narrow column; a long value goes under its name. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** A run that ended without starting (it collided, or was cancelled in the queue) never will. */
function Started({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  if (run.startedAtMs !== null) return <AbsoluteTime at={run.startedAtMs} seconds />;
  return run.finishedAtMs === null ? t("not_yet") : t("never_started");
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
