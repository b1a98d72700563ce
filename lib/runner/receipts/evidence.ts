/*
 * What each receipt leaves as evidence: counts, times (epoch ms, the source's clock) and ids, nothing personal. Shown on the run's page.
 */

/** The receipts that hold the walk against something else, and can contradict it. */
export type CrossReceipt = "R4" | "R6" | "R7";

/** R2. */
export interface ScopeEvidence {
  /** Null where the source does not say. */
  granted: string[] | null;
  /** Of the known records asked for by id that had an address: how many there were, and how many show one now. */
  addressedBefore: number;
  addressedNow: number;
  /** Orders: when the oldest visible one was made, and whether all of the past may be seen; null and true for others. */
  oldestVisibleMs: number | null;
  wholePast: boolean;
}

/** R4. */
export interface WitnessEvidence {
  asked: number;
  alive: number;
  /** Null by id, with an event that says why. */
  departed: number;
  /** Null by id without one. */
  vanished: string[];
  newestMs: number | null;
}

/** R5: exact totals, and how many records we know. Null: the source gave no exact one. */
export interface CountEvidence {
  before: number | null;
  after: number | null;
  known: number;
  /** How far the total has risen above what is known since it was last settled. */
  rise: number;
  /** Reads in a row with such a rise. */
  gapReads: number;
}

/** R6. */
export interface IndexEvidence {
  rows: number;
  whole: boolean;
  outside: number;
  /** How far behind the walk the index was, ms; 0: it had everything. */
  lagMs: number;
}

/** Contradictions by receipt: at most ten ids each, and how many there were. */
export interface CrossEvidence {
  receipt: CrossReceipt;
  count: number;
  ids: string[];
  /** Missing in two looks 60 s apart. */
  confirmed: boolean;
}

export interface ReceiptEvidence {
  scope: ScopeEvidence;
  witness: WitnessEvidence;
  count: CountEvidence;
  /** Null for a walk by id, which is served by the index itself, and where there is no such list. */
  index: IndexEvidence | null;
  /** R7: ids that webhooks named before the walk and that it did not meet. */
  named: number;
  contradictions: CrossEvidence[];
  /** How far the source's clock and ours are apart, ms; null when nothing told its time. */
  clocksApartMs: number | null;
}
