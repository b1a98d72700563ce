import type { MemoryPending } from "./memory-state";

/** A row of the queue as it is inserted. */
export const newPending = (recordId: string, more: Partial<MemoryPending>): MemoryPending => ({
  recordId,
  seenMs: null,
  mark: 1,
  withdrawal: false,
  doubtRuns: 0,
  looks: 0,
  checkAtMs: null,
  triedBy: null,
  lastOutcome: null,
  cause: "walk",
  stage: 0,
  metByWalk: null,
  queuedAtMs: 0,
  ...more,
});
