export const LANES = ["scheduled", "manual"] as const;
/** Scheduled runs and runs that a person or webhook starts keep separate bookmarks and pending rows. */
export type Lane = (typeof LANES)[number];

export const otherLane = (lane: Lane): Lane => (lane === "manual" ? "scheduled" : "manual");

export const RUN_STATES = [
  "queued",
  "running",
  "waiting",
  "succeeded",
  "failed",
  "collided",
  "stopped",
  "crashed",
  "capped",
  "cancelled",
] as const;
export type RunState = (typeof RUN_STATES)[number];

export const ACTIVE_RUN_STATES = ["queued", "running", "waiting"] as const satisfies readonly RunState[];

/** `ordinary` follows the lane's bookmark; `test` sends a few chosen records and touches no bookmark; `sweep` reconciles; `opt_out` sends withdrawals alone. */
export const RUN_KINDS = ["ordinary", "test", "sweep", "opt_out"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** How far a sweep reads: the last 48 hours by walk, or every id with its consent. */
export const SWEEPS = ["daily", "weekly"] as const;
export type Sweep = (typeof SWEEPS)[number];

/** Every way in which a record lands. With `doubt` and `failed` (not landed) they add up to what a batch took: a SQL CHECK says so. */
export const LANDED = ["delivered", "unchanged", "refused", "filtered", "superseded", "gone", "held"] as const;
export type Landed = (typeof LANDED)[number];

/** Looked at and not landed: `doubt` waits for its read-back or for another's open claim, `failed` was not sent. Both stay pending. */
export const NOT_LANDED = ["doubt", "failed"] as const;
export type Outcome = Landed | (typeof NOT_LANDED)[number];

/** claimed → completed | refused | released | doubt; doubt → completed | refused | released. */
export const LEDGER_STATES = ["claimed", "completed", "refused", "released", "doubt"] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];

export const SYNC_STATES = ["draft", "active", "paused"] as const;
export type SyncState = (typeof SYNC_STATES)[number];

export const READ_VERDICTS = ["healthy", "proven_quiet", "suspect_short", "unreadable"] as const;
/** The verdict every read ends with. */
export type ReadVerdict = (typeof READ_VERDICTS)[number];
