import type { CountMemory } from "../receipt-port";
import type { CountEvidence } from "./evidence";

/** A rise that two reads in a row show is told; one alone may be the count's lag behind writes. */
const TOLD_FROM = 2;

/**
 * R5, count: the exact total of before the walk against what is known after it. A total that has risen above what it was settled at, without as many new
 * ids, is a missed record. It settles by the next read, and never fails one.
 * @param input.before, input.after exact unfiltered totals; null: none was given
 * @param input.known living records known after the walk: deleted and merged ones are not among them, new ones are
 * @param input.wholeList whether this very walk has met every id, so that what the total says beyond it is nothing that we could read
 */
export function judgeCount(
  memory: CountMemory,
  input: { before: number | null; after: number | null; known: number; wholeList: boolean },
): { evidence: CountEvidence; memory: CountMemory; differs: boolean } {
  const { before, after, known } = input;
  if (before === null) return { evidence: { before, after, known, rise: 0, gapReads: 0 }, memory, differs: false };
  const drift = before - known;
  const settled = memory.drift === null || input.wholeList ? drift : memory.drift;
  const rise = Math.max(0, drift - settled);
  const gapReads = rise > 0 ? memory.gapReads + 1 : 0;
  const evidence: CountEvidence = { before, after, known, rise, gapReads };
  return {
    evidence,
    memory: { drift: lowered(settled, drift, memory.lastDrift), lastDrift: drift, gapReads },
    differs: gapReads >= TOLD_FROM,
  };
}

/** Deletions that we have not heard of lower it, but a count that lags does so too: two reads in a row must say it. */
const lowered = (settled: number, drift: number, lastDrift: number | null): number =>
  drift < settled && lastDrift !== null && lastDrift < settled ? Math.max(drift, lastDrift) : settled;
