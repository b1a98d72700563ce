import { minutesSpent } from "./budget";
import { type ChunkEnd, deliverChunk } from "./chunk";
import { doubtHorizonMs } from "./doubt";
import type { Failure } from "./failures";
import { type LegContext, legIsOver } from "./leg-context";
import type { PendingRow } from "./ports";
import { BATCH_SIZE, CHUNK_SIZE } from "./timing";

export type Delivery =
  | { kind: "drained" }
  | { kind: "leg_over" }
  | { kind: "capped" }
  | { kind: "wait"; untilMs: number }
  | { kind: "failed"; failure: Failure };

/**
 * Second half of a run: takes pending records a batch at a time until none is due. The bookmark moves at the end of a batch, only when every record of it has
 * landed; a batch that fails leaves it where it was.
 */
export async function deliver(context: LegContext): Promise<Delivery> {
  const { deliveries } = context.ports;
  for (;;) {
    if (legIsOver(context)) return { kind: "leg_over" };
    if (minutesSpent(context.rule.caps, context.brief.startedAtMs, context.guard.nowMs())) return { kind: "capped" };
    const batch = await deliveries.openBatch(context.lease, BATCH_SIZE);
    if (batch === null) return endOfBacklog(context);
    const end = await deliverBatch(context, batch.batchId, batch.pending);
    if (end.kind === "failed") return end;
    await deliveries.closeBatch(context.lease, batch.batchId);
    context.failedAttempts = 0;
    if (end.kind === "capped") return end;
    if (end.kind === "rate_limited") return { kind: "wait", untilMs: end.untilMs };
    // A due scheduled run asked for its turn: it gets it between two batches, so that a long backfill does not silence the schedule.
    if (context.guard.yieldAsked)
      return { kind: "wait", untilMs: context.guard.nowMs() + 2 * context.ports.timing.yieldMs };
  }
}

/** @returns how the batch ended; `settled` also when the leg ended within it, what is left stays pending */
async function deliverBatch(context: LegContext, batchId: string, pending: PendingRow[]): Promise<ChunkEnd> {
  for (let from = 0; from < pending.length && !legIsOver(context); from += CHUNK_SIZE) {
    const end = await deliverChunk(context, batchId, pending.slice(from, from + CHUNK_SIZE));
    if (end.kind !== "settled") return end;
  }
  return { kind: "settled" };
}

/** Nothing is due: wait for this run's doubts if they are due soon; others are the next run's. */
async function endOfBacklog(context: LegContext): Promise<Delivery> {
  const { deliveries, timing } = context.ports;
  const nextMs = await deliveries.nextCheck(context.lease);
  if (nextMs !== null && nextMs <= context.guard.nowMs() + doubtHorizonMs(timing))
    return { kind: "wait", untilMs: nextMs };
  await deliveries.closeBatch(context.lease, null);
  return { kind: "drained" };
}
