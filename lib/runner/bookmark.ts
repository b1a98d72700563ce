import type { WalkKind } from "./reading-ports";
import type { Sweep } from "./states";
import type { Timing } from "./timing";

/*
 * RULE 1. Read from a bookmark, never from "the last 24 hours". The bookmark of a lane says: everything in the source up to here has landed.
 */

/** Where the next walk of a lane begins and how it walks. */
export interface WalkPlan {
  kind: WalkKind;
  /** Source time down to which it reads, epoch ms; null: the whole list. */
  floorMs: number | null;
}

/**
 * A lane without a bookmark reads the whole shop by id; one with a bookmark walks the newest changes down to it, and an overlap further, because commits and
 * clocks are late. A sweep reads further: the last 48 hours, or every id. A person's date wins over the bookmark of the manual lane. A lane that has a start
 * (orders, scheduled) never reads the whole shop.
 */
export function planWalk(
  input: {
    bookmarkMs: number | null;
    fromMs: number | null;
    resend: boolean;
    laneStartsMs: number | null;
    sweep: Sweep | null;
    nowMs: number;
  },
  overlapMs: number,
): WalkPlan {
  if (input.fromMs !== null) return { kind: "updated", floorMs: input.fromMs };
  const fromStart = input.bookmarkMs === null || input.sweep === "weekly";
  if (fromStart && input.laneStartsMs !== null) return { kind: "updated", floorMs: input.laneStartsMs };
  if (input.bookmarkMs === null || input.sweep === "weekly" || input.resend) return { kind: "id", floorMs: null };
  const floorMs = input.bookmarkMs - overlapMs;
  return { kind: "updated", floorMs: input.sweep === "daily" ? Math.min(floorMs, input.nowMs - SWEPT_MS) : floorMs };
}

/** What a daily sweep reads once more, by walk. */
const SWEPT_MS = 48 * 3_600_000;

/**
 * Where a lane that has a start begins, told by the source's clock where that is behind: what is changed after the first scheduled run was asked for is never
 * below it. The store keeps the first answer for ever.
 * @param laneStartsMs database time; null for a lane without a start
 */
export const startOfLane = (laneStartsMs: number | null, askedAtMs: number, serverTimeMs: number): number | null =>
  laneStartsMs === null ? null : laneStartsMs - Math.max(0, askedAtMs - serverTimeMs);

/** Up to where a complete, judged walk that began at `t0Ms` vouches for the source. The list by id is served by a lagging index: it vouches for less. */
export function coveredBy(kind: WalkKind, t0Ms: number, timing: Timing): number {
  return kind === "updated" ? t0Ms - timing.marginMs : t0Ms - timing.overlapMs;
}

/**
 * The bookmark after a batch, all epoch ms: greatest(bookmark, least(covered, oldest unlanded pending − 1 s)). It never goes back.
 * The stores say the same in SQL; a test holds both against each other.
 */
export function advanceBookmark(
  bookmarkMs: number | null,
  coveredMs: number | null,
  oldestUnlandedMs: number | null,
): number | null {
  if (coveredMs === null) return bookmarkMs;
  const reached = oldestUnlandedMs === null ? coveredMs : Math.min(coveredMs, oldestUnlandedMs - 1000);
  return bookmarkMs === null ? reached : Math.max(bookmarkMs, reached);
}
