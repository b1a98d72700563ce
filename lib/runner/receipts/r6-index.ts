import type { SpanReading } from "../reading-ports";
import type { Sighting } from "../receipt-port";
import type { IndexEvidence } from "./evidence";

/** Rows of the span that the index is asked for at most: four pages. */
export const SPAN_LIMIT = 1000;

/** Newer than the walk's start is asked for too: a record that was edited meanwhile is found in both lists by its id. */
export const SPAN_AHEAD_MS = 3_600_000;

/**
 * R6, index: what the walk met and the index does not show yet is the index's lag. It is measured, and no alarm.
 * @param unlisted rows that the walk met and the index does not have, any order
 */
export function measureIndex(span: SpanReading, unlisted: readonly Sighting[]): IndexEvidence {
  const lowestMs = span.rows.at(-1)?.updatedAtMs ?? Number.POSITIVE_INFINITY;
  // Below where a list was cut nothing can be said of it.
  const comparable = span.whole ? unlisted : unlisted.filter((row) => row.updatedAtMs > lowestMs);
  const oldestMs = comparable.reduce((oldest, row) => Math.min(oldest, row.updatedAtMs), span.serverTimeMs);
  return {
    rows: span.rows.length,
    whole: span.whole,
    outside: span.outside,
    lagMs: Math.max(0, span.serverTimeMs - oldestMs),
  };
}
