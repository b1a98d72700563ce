"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type MassChangeActions, MassChangeBanner } from "@/components/syncs/mass-change-banner";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { LiveRegion } from "@/components/ui/live-region";
import { PageHeader } from "@/components/ui/page-header";
import { Progress } from "@/components/ui/progress";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { TextLink } from "@/components/ui/text-link";
import type { RunView } from "@/lib/use-cases/runs/run-view";
import { Counts } from "./counts";
import { EvidenceCard } from "./evidence-card";
import { CapsCard, FactsCard } from "./facts-card";
import { FailureStory } from "./failure-sentence";
import { ReasonsCard } from "./reasons-card";
import { runQuery } from "./run-query";
import { isActive } from "./run-state";
import { RunStatus } from "./run-status";
import { TimelineCard } from "./timeline-card";
import { waitingOf } from "./waiting";

export interface RunLiveProps {
  workspaceId: string;
  runId: string;
  crumbs: { label: string; href: string }[];
  /** Null for those who may only look. */
  massChangeActions: MassChangeActions | null;
  /** Shown while the run can be cancelled. */
  cancel: ReactNode;
}

/** The page of a run, kept up to date while it works. */
export function RunLive({ workspaceId, runId, crumbs, massChangeActions, cancel }: RunLiveProps) {
  const t = useTranslations("runs");
  const zone = useTimeZone();
  const { data: run, isError } = useQuery(runQuery(workspaceId, runId));
  if (!run) return null;
  const cancellable = isActive(run.state) && run.cancelRequestedAtMs === null;
  return (
    <>
      <PageHeader
        title={t("title_of", { sync: run.syncName })}
        crumbs={crumbs}
        status={<RunStatus state={run.state} />}
        actions={
          <>
            {run.counts.read > 0 ? (
              <LinkButton href={`/api/w/${workspaceId}/runs/${runId}/csv`} prefetch={false} download>
                <Download aria-hidden />
                {t("csv")}
              </LinkButton>
            ) : null}
            {cancellable ? cancel : null}
          </>
        }
      />
      <LiveRegion hidden>{t("announce", { state: t(`states.${run.state}`) })}</LiveRegion>
      <div className="grid gap-5">
        {isError ? <Banner tone="warning" role="status" title={t("stale")} /> : null}
        {run.massChange ? (
          <MassChangeBanner
            massChange={run.massChange}
            hidden={{ workspace: workspaceId, syncId: run.syncId }}
            actions={massChangeActions}
          />
        ) : (
          <StateBanner run={run} workspaceId={workspaceId} />
        )}
        <DeliveryProgress run={run} />
        {run.state === "collided" ? null : <Counts counts={run.counts} />}
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div className="grid min-w-0 gap-5">
            <FailureCard run={run} />
            {run.state === "collided" ? null : <EvidenceCard run={run} />}
            <TimelineCard run={run} />
            <ReasonsCard reasons={run.reasons} />
          </div>
          <div className="grid min-w-0 gap-5">
            <FactsCard run={run} />
            {run.state === "collided" ? null : <CapsCard run={run} />}
          </div>
        </div>
        <p className="text-faint text-xs">{t("zone", { zone: zone ?? "UTC" })}</p>
      </div>
    </>
  );
}

function StateBanner({ run, workspaceId }: { run: RunView; workspaceId: string }) {
  const t = useTranslations("runs");
  const waiting = waitingOf(run);
  const cancelling = isActive(run.state) && run.cancelRequestedAtMs !== null;
  const body = waiting
    ? t.rich(`waiting.${waiting.key}`, {
        at: () => <AbsoluteTime at={waiting.atMs} seconds />,
        ...(waiting.key === "attempt" ? { attempt: waiting.attempt, max: waiting.max } : {}),
      })
    : undefined;
  const link =
    run.workingRunId === null ? undefined : (
      <TextLink href={`/w/${workspaceId}/syncs/${run.syncId}/runs/${run.workingRunId}`}>{t("collided_link")}</TextLink>
    );
  return (
    <Banner tone={TONES[run.state]} title={t(`state_sentences.${run.state}`)} action={link}>
      {body || cancelling ? (
        <>
          {body} {cancelling ? t("cancelling") : null}
        </>
      ) : undefined}
    </Banner>
  );
}

const TONES: Record<RunView["state"], "info" | "success" | "warning" | "danger"> = {
  queued: "info",
  running: "info",
  waiting: "info",
  succeeded: "success",
  failed: "danger",
  crashed: "danger",
  collided: "info",
  stopped: "warning",
  capped: "warning",
  cancelled: "info",
};

/** The reason a run ended as it did, or, while it waits for another try, why the last one failed. */
function FailureCard({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  const soFar = isActive(run.state) && run.failedAttempts > 0 ? run.attempts.at(-1)?.failure : null;
  const failure = run.failure ?? soFar;
  if (!failure) return null;
  return (
    <Card title={run.failure ? t("failure") : t("failure_so_far")}>
      <FailureStory failure={failure} />
    </Card>
  );
}

function DeliveryProgress({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  const reading = run.walks.at(-1)?.state === "walking";
  const done = run.counts.read - run.counts.failed - run.counts.doubt;
  const all = done + run.backlog;
  if (!isActive(run.state) || reading || all === 0) return null;
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between text-sm">
        <span className="text-muted">{t("progress")}</span>
        <span className="tabular-nums">{t("progress_of", { done, all })}</span>
      </p>
      <Progress label={t("progress_label")} value={done} max={all} />
    </div>
  );
}
