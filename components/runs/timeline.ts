import type { AttemptView, BatchView, RunView, WalkView } from "@/lib/use-cases/runs/run-view";

/** What happened in a run, in order. Instants are epoch ms. */
export type TimelineEvent = { id: string; atMs: number } & (
  | { kind: "requested" }
  | { kind: "started" }
  | { kind: "walk"; walk: WalkView }
  | { kind: "batch"; batch: BatchView }
  | { kind: "attempt"; attempt: AttemptView }
  | { kind: "cancel" }
  | { kind: "finished" }
);

/** The last attempt of a run that was cancelled, capped or stopped ended with it, and did not fail. */
function isFailedAttempt(run: RunView, { failure, nextAtMs }: AttemptView): boolean {
  return failure !== null && (nextAtMs !== null || run.state === "failed" || run.state === "crashed");
}

const ORDER = ["requested", "started", "walk", "batch", "attempt", "cancel", "finished"] as const;

/** One list of all that is known of the run, oldest first; events of the same instant keep their natural order. */
export function timelineOf(run: RunView): TimelineEvent[] {
  const events: TimelineEvent[] = [{ id: "requested", kind: "requested", atMs: run.requestedAtMs }];
  if (run.startedAtMs !== null) events.push({ id: "started", kind: "started", atMs: run.startedAtMs });
  for (const walk of run.walks) events.push({ id: walk.id, kind: "walk", walk, atMs: walk.startedAtMs });
  for (const batch of run.batches)
    events.push({ id: `batch-${batch.number}`, kind: "batch", batch, atMs: batch.openedAtMs });
  for (const attempt of run.attempts)
    if (isFailedAttempt(run, attempt))
      events.push({ id: `attempt-${attempt.number}`, kind: "attempt", attempt, atMs: attempt.endedAtMs });
  if (run.cancelRequestedAtMs !== null) events.push({ id: "cancel", kind: "cancel", atMs: run.cancelRequestedAtMs });
  if (run.finishedAtMs !== null) events.push({ id: "finished", kind: "finished", atMs: run.finishedAtMs });
  return events.sort((a, b) => a.atMs - b.atMs || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
