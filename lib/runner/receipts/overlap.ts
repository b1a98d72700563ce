import type { Timing } from "../timing";

/** A lag longer than this is bounded by the sweeps, not by the overlap. */
const LONGEST_OVERLAP_MS = 24 * 3_600_000;
/** Delays that count as lag: a row that was missing for longer was withheld, which is another matter. */
const LONGEST_DELAY_MS = 3_600_000;

/** How far below the bookmark a walk begins: the default, and at least twice the largest commit delay or index lag that was measured. */
export const overlapOf = (lagMs: number, timing: Pick<Timing, "overlapMs">): number =>
  Math.max(timing.overlapMs, Math.min(2 * lagMs, LONGEST_OVERLAP_MS));

/** The lag that this read has measured, ms. */
export const measuredLag = (commitDelayMs: number | null, indexLagMs: number): number =>
  Math.max(commitDelayMs !== null && commitDelayMs <= LONGEST_DELAY_MS ? commitDelayMs : 0, indexLagMs);
