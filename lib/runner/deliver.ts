import { minutesSpent } from "./budget";
import { type ChunkEnd, deliverChunk } from "./chunk";
import type { PendingRow } from "./delivery-port";
import { doubtHorizonMs } from "./doubt";
import type { Failure } from "./failures";
import { decideGuard } from "./guard";
import { type LegContext, legIsOver } from "./leg-context";
import { BATCH_SIZE, CHUNK_SIZE } from "./timing";

/** A run that waits for approval looks so often by itself; an approval announces it at once. */
const APPROVAL_LOOK_MS = 3_600_000;

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
  const guarded = await isGuarded(context);
  const only = guarded ? "withdrawals" : undefined;
  for (;;) {
    if (legIsOver(context)) return { kind: "leg_over" };
    if (minutesSpent(context.rule.caps, context.brief.startedAtMs, context.guard.nowMs())) return { kind: "capped" };
    const batch = await deliveries.openBatch(context.lease, BATCH_SIZE, only);
    if (batch === null && guarded) return { kind: "wait", untilMs: context.guard.nowMs() + APPROVAL_LOOK_MS };
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

/** Whether the run must wait for a person before it sends more than withdrawals. Asked once: a run that has passed goes on. */
async function isGuarded(context: LegContext): Promise<boolean> {
  const { deliveries } = context.ports;
  if (context.brief.guardPassed) return false;
  const decision = decideGuard(context.brief, await deliveries.guardFacts(context.lease));
  await deliveries.passGuard(context.lease, decision);
  return decision.kind === "wait";
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
