import type { Limiter } from "@/lib/runner/destination-port";
import type { Database } from "../client";
import { holdCallsUntil, reserveCalls } from "../queries/reserve-calls";

export interface SharedLimiter extends Limiter {
  /** The other side said to wait: nobody, in any process, starts a call before then. */
  holdFor(waitMs: number): Promise<void>;
}

/**
 * One budget for a Brevo account and a kind of call, over all workspaces, syncs and processes.
 * @param budget.perSecond calls a second: the documented rate times the share we may use
 */
export function createLimiter(
  db: Database,
  budget: { account: string; bucket: string; perSecond: number },
): SharedLimiter {
  const bucket = { account: budget.account, bucket: budget.bucket, gapMs: 1000 / budget.perSecond };
  return {
    reserve: async (calls) => ({ startInMs: await reserveCalls(db.$client, bucket, calls), gapMs: bucket.gapMs }),
    holdFor: (waitMs) => holdCallsUntil(db.$client, bucket, waitMs),
  };
}
