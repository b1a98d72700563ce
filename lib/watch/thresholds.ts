import type { Watches } from "@/lib/db/schema/syncs";

/** When the watches alarm, complete. */
export interface Thresholds {
  silentAfterHours: number;
  lateAfterIntervals: number;
  /** Empty successes in a row; null: never. */
  emptyRuns: number | null;
}

/** What a sync that says nothing else is watched with. Empty runs are off: the receipts say more. */
export const DEFAULT_THRESHOLDS: Thresholds = { silentAfterHours: 24, lateAfterIntervals: 2, emptyRuns: null };

export const thresholdsOf = (watches: Watches | undefined): Thresholds => ({ ...DEFAULT_THRESHOLDS, ...watches });
