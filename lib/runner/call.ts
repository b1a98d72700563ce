import pLimit from "p-limit";
import { LeaseLost } from "@/lib/kernel/errors";
import { released, type SettledAnswer, settleAnswer } from "./answer";
import type { Claimed } from "./claimed";
import type { Settlement } from "./delivery-port";
import { type Failure, failure } from "./failures";
import { StopWanted } from "./lease";
import type { LegContext } from "./leg-context";
import { CALLS_AT_ONCE } from "./timing";

/** Thrown on once the chunk has settled what it did. */
export type Interruption = LeaseLost | StopWanted;

export interface CallsMade {
  settlements: Settlement[];
  failure: Failure | null;
  interruption: Interruption | null;
}

/** So many calls in doubt one after the other are an outage: the rest of the backlog must not go the same way. */
const DOUBTS_IN_A_ROW = 3;

/** Makes the claimed calls, a few at once, each in its slot of the account's budget. After a failure that concerns all, the rest is not sent. */
export async function makeCalls(
  context: LegContext,
  claimed: Claimed[],
  slots: { startInMs: number; gapMs: number },
  isFresh: () => boolean,
): Promise<CallsMade> {
  const startMs = context.ports.clock.monotonicMs() + slots.startInMs;
  const calls = new ChunkCalls(context, { startMs, gapMs: slots.gapMs, isFresh });
  const atOnce = pLimit(CALLS_AT_ONCE);
  const settlements = await Promise.all(claimed.map((item, index) => atOnce(() => calls.make(item, index))));
  // Requests beyond the one that was reserved for each: the next chunk waits for them.
  const extra = settlements.reduce((sum, settlement) => sum + Math.max(0, settlement.callsUsed - 1), 0);
  if (extra > 0) await context.limiter.reserve(extra);
  return { settlements, failure: calls.failure, interruption: calls.interruption };
}

/** The calls of one chunk and why they stopped, if they did. */
class ChunkCalls {
  failure: Failure | null = null;
  interruption: Interruption | null = null;
  private doubtsInARow = 0;

  constructor(
    private readonly context: LegContext,
    private readonly plan: { startMs: number; gapMs: number; isFresh: () => boolean },
  ) {}

  async make(item: Claimed, index: number): Promise<Settlement> {
    await this.waitForSlot(index);
    if (this.stopped || !(await this.mayCall()))
      return { ...item.blank, outcome: "failed", reason: "not_sent", ledger: released(item, null) };
    const { target, payload } = item.write;
    const answer = await this.context.destination.write({ target, payload, deliveryKey: item.key });
    return this.note(settleAnswer(this.context, item, answer));
  }

  private get stopped(): boolean {
    return this.failure !== null || this.interruption !== null;
  }

  private async waitForSlot(index: number): Promise<void> {
    const earlyMs = this.plan.startMs + index * this.plan.gapMs - this.context.ports.clock.monotonicMs();
    if (earlyMs > 0 && !this.stopped) await this.context.ports.clock.sleep(earlyMs);
  }

  /** The last proof before a call leaves. Nothing may be awaited between it and the call. */
  private async mayCall(): Promise<boolean> {
    try {
      await this.context.guard.keepAlive();
      this.context.guard.assertMayCall();
      // Too old a read is no check of consent: the record stays pending, and is read again in the next batch.
      return !this.stopped && this.plan.isFresh();
    } catch (error) {
      if (!(error instanceof LeaseLost || error instanceof StopWanted)) throw error;
      this.interruption = error;
      return false;
    }
  }

  private note({ settlement, failure: cause }: SettledAnswer): Settlement {
    this.doubtsInARow = settlement.outcome === "doubt" ? this.doubtsInARow + 1 : 0;
    this.failure ??= cause;
    if (this.doubtsInARow >= DOUBTS_IN_A_ROW) this.failure ??= failure("destination.unavailable", settlement.reason);
    return settlement;
  }
}
