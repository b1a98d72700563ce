import type { Caps } from "@/lib/rules/schema";

/*
 * RULE 6 sets a spending cap for each run. Calls, creations and writes are reserved with the claim, in SQL, so they are exact; minutes are looked at here.
 */

/** @returns whether the run has used up its minutes, counted from its first leg, waits included */
export function minutesSpent(caps: Caps, startedAtMs: number | null, nowMs: number): boolean {
  return startedAtMs !== null && nowMs - startedAtMs >= caps.minutes * 60_000;
}

/** Newly refused records of a run against what it sent, for the systemic stop. */
export interface Rejections {
  held: number;
  delivered: number;
  /** The same error, time after time, with no success between. */
  inARow: { code: string; times: number } | null;
}

/** Systemic: at least 20 newly refused and over 5 % of what was sent, or ten times the same error with no success between. */
export function isSystemic(seen: Rejections): boolean {
  const sent = seen.held + seen.delivered;
  return (seen.held >= 20 && seen.held > 0.05 * sent) || (seen.inARow?.times ?? 0) >= 10;
}
