import { LANDED, type Landed } from "@/lib/runner/states";

/** What became of the records a run looked at. `read` is the sum of all others: each record is counted once. */
export interface RunCounts extends Record<Landed, number> {
  read: number;
  failed: number;
  doubt: number;
}

export interface CountsInput {
  /** Landed records, summed over the run's batches. */
  landed: Readonly<Record<Landed, number>>;
  /** What the run tried and has not landed: known at its end (`runs.left_over`), before that the pending rows it tried. */
  leftOver: number;
  /** How many of those are in doubt: their answer was lost, and they will be looked up. */
  inDoubt: number;
}

/**
 * Counts of one run as its page shows them. A record that an earlier batch left in doubt and a later one landed is among the landed only, so that
 * read = delivered + unchanged + refused + filtered + superseded + gone + held + failed + in doubt, always.
 */
export function runCounts({ landed, leftOver, inDoubt }: CountsInput): RunCounts {
  const left = Math.max(0, leftOver);
  const doubt = Math.min(Math.max(0, inDoubt), left);
  const sum = LANDED.reduce((total, outcome) => total + landed[outcome], 0);
  const { delivered, unchanged, refused, filtered, superseded, gone, held } = landed;
  return {
    read: sum + left,
    ...{ delivered, unchanged, refused, filtered, superseded, gone, held },
    failed: left - doubt,
    doubt,
  };
}
