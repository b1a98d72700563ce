"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { AbsoluteTime } from "@/components/ui/relative-time";
import type { BatchView, RunView } from "@/lib/use-cases/runs/run-view";
import { COUNT_PARTS } from "./count-parts";
import { Duration } from "./duration";
import { WalkSentence } from "./evidence-card";
import { FailureSentence } from "./failure-sentence";
import { RequestedBy } from "./requested-by";
import { type TimelineEvent, timelineOf } from "./timeline";

/** The run as a list of what happened when. */
export function TimelineCard({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  const earlier = run.batchesTotal - run.batches.length;
  return (
    <Card title={t("timeline")}>
      {earlier > 0 ? <p className="pb-3 text-muted text-xs">{t("timeline_earlier", { count: earlier })}</p> : null}
      <ol className="grid gap-0">
        {timelineOf(run).map((event) => (
          <li key={event.id} className="grid grid-cols-[auto_1fr] gap-x-3 pb-4 last:pb-0">
            <span aria-hidden className="flex flex-col items-center pt-1.5">
              <span className={`size-2 rounded-full ${DOTS[event.kind]}`} />
              <span className="w-px flex-1 translate-y-1.5 bg-line" />
            </span>
            <div className="grid min-w-0 gap-0.5 text-sm">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <p className="font-medium">
                  <EventTitle event={event} run={run} />
                </p>
                <AbsoluteTime at={event.atMs} seconds className="text-faint text-xs tabular-nums" />
              </div>
              <EventBody event={event} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const DOTS: Record<TimelineEvent["kind"], string> = {
  requested: "bg-control",
  started: "bg-accent",
  walk: "bg-info-ink",
  batch: "bg-success-ink",
  attempt: "bg-danger-ink",
  cancel: "bg-warning-ink",
  finished: "bg-control",
};

function EventTitle({ event, run }: { event: TimelineEvent; run: RunView }): ReactNode {
  const t = useTranslations("runs");
  switch (event.kind) {
    case "requested":
      return t.rich("event.requested", { who: () => <RequestedBy run={run} /> });
    case "started":
      return t("event.started");
    case "walk":
      return event.walk.finishedAtMs === null ? t("event.walk_open") : t("event.walk");
    case "batch":
      return event.batch.closedAtMs === null
        ? t("event.batch_open", { number: event.batch.number })
        : t("event.batch", { number: event.batch.number });
    case "attempt":
      return t("event.attempt", { number: event.attempt.number });
    case "cancel":
      return t("event.cancel");
    case "finished":
      return t("event.finished", { state: t(`states.${run.state}`) });
  }
}

function EventBody({ event }: { event: TimelineEvent }): ReactNode {
  switch (event.kind) {
    case "walk":
      return (
        <div className="text-muted text-xs">
          <WalkSentence walk={event.walk} />
          <Took fromMs={event.walk.startedAtMs} toMs={event.walk.finishedAtMs} />
        </div>
      );
    case "batch":
      return <BatchBody batch={event.batch} />;
    case "attempt":
      return <AttemptBody event={event} />;
    case "requested":
    case "started":
    case "cancel":
    case "finished":
      return null;
  }
}

function AttemptBody({ event }: { event: Extract<TimelineEvent, { kind: "attempt" }> }) {
  const t = useTranslations("runs");
  const { failure, nextAtMs } = event.attempt;
  return (
    <div className="text-muted text-xs">
      {failure ? <FailureSentence failure={failure} /> : null}{" "}
      {nextAtMs === null ? null : t.rich("attempt_next", { at: () => <AbsoluteTime at={nextAtMs} seconds /> })}
    </div>
  );
}

function BatchBody({ batch }: { batch: BatchView }) {
  const t = useTranslations("runs");
  const parts = COUNT_PARTS.filter((part) => batch[part] > 0).map((part) =>
    t(`count_part.${part}`, { count: batch[part] }),
  );
  if (batch.returned > 0) parts.push(t("batch_returned", { count: batch.returned }));
  return (
    <div className="text-muted text-xs tabular-nums">
      <p>{[t("batch_taken", { taken: batch.taken }), ...parts].join(" · ")}</p>
      <Took fromMs={batch.openedAtMs} toMs={batch.closedAtMs} />
    </div>
  );
}

function Took({ fromMs, toMs }: { fromMs: number; toMs: number | null }) {
  const t = useTranslations("runs");
  if (toMs === null) return null;
  return <p className="text-faint">{t.rich("took", { duration: () => <Duration ms={toMs - fromMs} /> })}</p>;
}
