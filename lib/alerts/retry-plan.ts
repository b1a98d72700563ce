import type { SendFault } from "./message";

const FIRST_GAP_MS = 30_000;
const LONGEST_GAP_MS = 60 * 60_000;
/** After this a message is given up: the finding itself still stands in the app, and is reminded of each day. */
export const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** @param attempt how many there were, from 1 @param ageMs since the notice was written @returns ms until the next try; null: give up */
export function nextGapMs(attempt: number, ageMs: number, fault: SendFault): number | null {
  if (fault.final || ageMs >= GIVE_UP_AFTER_MS) return null;
  return Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(20, attempt - 1));
}
