/** Every duration of the runner, in one place, in ms. `scaled` shortens waits for demos and tests only; nothing else may. */
export interface Timing {
  /** A leg ends after this. */
  legMs: number;
  leaseMs: number;
  /** How often a working leg beats, and after how long without a beat a leg counts as dead. */
  beatMs: number;
  beatDeadMs: number;
  /** No call to the destination once the last successful beat is this old. */
  callWithinBeatMs: number;
  attemptWaitsMs: readonly number[];
  /** When to read back a call in doubt, counted from the call. */
  readBackMs: readonly number[];
  /** How long a claim of another execution may still be in flight. */
  drainMs: number;
  /** A read that failed its receipts is taken again after this. */
  secondLookMs: number;
  /** Records are read again if this passes between the read by id and the call. */
  rereadMs: number;
  /** `covered` = the walk's start less this (ordinary walk). Source time, never scaled. */
  marginMs: number;
  /** A walk goes this far below the bookmark. Source time, never scaled. */
  overlapMs: number;
  /** When a delivery that was given up is looked at again, counted from its landing: late calls land within minutes, and for a day nothing is excluded. */
  recheckMs: readonly number[];
  /** When a record that answers null by id without a reason is read again. */
  vanishedMs: number;
  /** Gaps after which a held record is tried again; the last one repeats. */
  retryMs: readonly number[];
  /** A long run walks again when its last walk is this old, so that withdrawals do not wait for its end. */
  walkAgainMs: number;
  /** A run that asked another to wait looks again after this. */
  yieldMs: number;
  /** Clocks further apart than this are a finding. */
  clockSkewMs: number;
}

export const TIMING: Timing = {
  legMs: 45_000,
  leaseMs: 15 * 60_000,
  beatMs: 15_000,
  beatDeadMs: 60_000,
  callWithinBeatMs: 45_000,
  attemptWaitsMs: [60_000, 120_000, 240_000, 480_000],
  readBackMs: [5_000, 20_000, 60_000],
  drainMs: 15_000,
  secondLookMs: 60_000,
  rereadMs: 15_000,
  marginMs: 120_000,
  overlapMs: 15 * 60_000,
  recheckMs: [120_000, 3_600_000, 24 * 3_600_000],
  vanishedMs: 24 * 3_600_000,
  retryMs: [3_600_000, 6 * 3_600_000, 24 * 3_600_000, 72 * 3_600_000],
  walkAgainMs: 15 * 60_000,
  yieldMs: 10_000,
  clockSkewMs: 60_000,
};

/** @param factor how many times shorter our own waits become (1 = true times). What concerns the source's clock stays as it is. */
export function scaled(timing: Timing, factor: number): Timing {
  const shorter = (ms: number) => Math.max(1, Math.round(ms / factor));
  return {
    ...timing,
    leaseMs: shorter(timing.leaseMs),
    beatMs: shorter(timing.beatMs),
    beatDeadMs: shorter(timing.beatDeadMs),
    callWithinBeatMs: shorter(timing.callWithinBeatMs),
    attemptWaitsMs: timing.attemptWaitsMs.map(shorter),
    readBackMs: timing.readBackMs.map(shorter),
    drainMs: shorter(timing.drainMs),
    secondLookMs: shorter(timing.secondLookMs),
    recheckMs: timing.recheckMs.map(shorter),
    vanishedMs: shorter(timing.vanishedMs),
    retryMs: timing.retryMs.map(shorter),
    walkAgainMs: shorter(timing.walkAgainMs),
    yieldMs: shorter(timing.yieldMs),
  };
}

export const BATCH_SIZE = 250;
export const CHUNK_SIZE = 50;
export const CALLS_AT_ONCE = 10;
export const PAGE_SIZE = 250;
