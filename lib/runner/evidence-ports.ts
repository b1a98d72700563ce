/*
 * Small facts that a source gives as evidence beside its records. Instants are epoch ms of the source's clock. Facts about Shopify behind each: docs/shopify.md.
 */

/** How many records there are. Lags writes; a cross-check, not ground truth. */
export interface SourceCount {
  /** Null unless the source calls its count exact. */
  exact: number | null;
  /** As the source says it, e.g. `EXACT`, `AT_LEAST`. */
  precision: string;
  serverTimeMs: number;
}

/** How many of the records read show each class of protected data: a class that was not approved comes as null, sometimes without a word. */
export interface Presence {
  records: number;
  withAddress: number;
  withName: number;
  withPhone: number;
}

/** A record that the source's events say is gone. An event is a reason, never a proof: reads by id are. */
export interface GoneRecord {
  recordId: string;
  cause: "deleted" | "merged";
  atMs: number;
}

export interface GoneListing {
  /** Newest first. */
  gone: GoneRecord[];
  /** False when there were more than it reads (5,000): then one that is missing proves nothing. */
  whole: boolean;
  serverTimeMs: number;
}
