/** All that is stored for a sync, by table, in the names and times that the stores in memory use. */
export interface Dump {
  sync: Record<string, unknown>;
  lease: Record<string, unknown>;
  bookmarks: Record<string, unknown>;
  runs: Record<string, unknown>;
  walks: Record<string, unknown>;
  batches: unknown[];
  pending: Record<string, unknown>;
  rows: Record<string, unknown>;
  ledger: unknown[];
  reading: Record<string, unknown>;
  contradictions: Record<string, unknown>;
  tombstones: string[];
}

/** Rows that have no name of their own are compared in the order of what they hold. */
export const inOrder = (dump: Dump): Dump => ({
  ...dump,
  batches: sorted(dump.batches),
  ledger: sorted(dump.ledger),
  tombstones: [...dump.tombstones].sort(),
});

const sorted = (rows: readonly unknown[]): unknown[] =>
  [...rows].sort((a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0));

const textOf = (row: unknown): string =>
  JSON.stringify(Object.entries(row as object).sort(([a], [b]) => (a < b ? -1 : 1)));
