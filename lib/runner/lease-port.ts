import type { Caps, PublishedEnds } from "@/lib/rules/schema";
import type { Failure } from "./failures";
import type { Lane, ReadVerdict, RunKind, RunState, Sweep, SyncState } from "./states";
import type { Timing } from "./timing";

/*
 * What a run is, what it carries out, and the lease under which it works. Every store method is one transaction of a fixed number of statements. All
 * instants are epoch ms; those of stores are the database's clock.
 */

/** A connection as it stands now. */
export interface ConnectionState {
  id: string;
  usable: boolean;
  identity: string;
}

/** The stored publication, unproven: the leg recomputes and compares. `rule` is raw JSON on purpose. */
export interface StoredPublication {
  id: string;
  number: number;
  rule: unknown;
  ends: PublishedEnds;
  digest: string;
  signature: string;
}

/** Everything a leg must know to begin. Read in one go at its start. */
export interface RunBrief {
  workspaceId: string;
  syncId: string;
  runId: string;
  lane: Lane;
  kind: RunKind;
  state: RunState;
  driver: string | null;
  publication: StoredPublication;
  sync: { state: SyncState; livePublicationId: string | null };
  source: ConnectionState;
  destination: ConnectionState;
  /** Failed attempts at the present walk or batch, 0 to 4. */
  failedAttempts: number;
  /** Whether the present read has already failed its receipts once and is being taken again. */
  secondLook: boolean;
  /** Whether this run has held the lease before: one that has waits its turn, a new one collides. */
  hasWorked: boolean;
  /** A person's choice of where a manual run begins. */
  fromMs: number | null;
  /** Orders, scheduled lane: when the sync's first scheduled run was asked for, before which nothing is the lane's. Null: it begins where the shop does. */
  laneStartsMs: number | null;
  /** Records of a test batch. */
  testRecordIds: string[] | null;
  /** "Send again even if unchanged". */
  resend: boolean;
  /** How far a sweep reads; null for every other run. */
  sweep: Sweep | null;
  /** Whether this run has passed the mass-change guard, or a person has let it through. */
  guardPassed: boolean;
  /** Used so far, over all legs, against the rule's caps. */
  used: Omit<Caps, "minutes">;
  /** Over all legs: records that the destination newly refused, and records delivered. */
  soFar: { held: number; delivered: number };
  /** From when its minutes count: its first leg, or when a person let it through. */
  startedAtMs: number | null;
  /** Key under which this workspace's delivery keys are made (raw bytes). */
  ledgerKey: Uint8Array;
  /** Newest key version for address hashes first; hashes are looked up under all of them. */
  addressKeys: readonly { version: number; key: Uint8Array }[];
}

/** Proof of the right to write: one execution's lease. Handed to every method that changes anything; a store that finds another epoch throws LeaseLost. */
export interface Lease {
  workspaceId: string;
  syncId: string;
  runId: string;
  lane: Lane;
  epoch: number;
}

export type LeaseAnswer =
  | { kind: "taken"; lease: Lease; nowMs: number }
  /** Another run of the sync is at work. */
  | { kind: "busy"; runId: string }
  /** A manual run is at work; a due scheduled run has asked it to wait at the end of its batch, and looks again then. */
  | { kind: "asked"; retryAtMs: number }
  /** This very run is at work elsewhere; look again then. */
  | { kind: "beating"; retryAtMs: number }
  /** The run is over, or another driver drives it. */
  | { kind: "not_ours" };

/** Why a leg must stop at its next check, if it must. */
export type StopWish = "cancelled" | "paused" | "republished" | null;

/** What the finished runs say about the sync: pause it, or warn before it comes to that. */
export type StreakDecision = ({ kind: "pause" } & PauseDecision) | { kind: "warn"; cause: Failure; failures: number };

export interface PauseDecision {
  cause: Failure;
  outageOnly: boolean;
  runIds: string[];
}

/** A finished run as the streak sees it. */
export interface FinishedRun {
  runId: string;
  state: RunState;
  kind: RunKind;
  failure: Failure | null;
}

export interface RunEnd {
  state: Exclude<RunState, "queued" | "running" | "waiting">;
  failure: Failure | null;
  /** Verdict of the read; null leaves what `judgeWalk` stored. */
  verdict: ReadVerdict | null;
}

export interface LeaseStore {
  /** @returns null for an unknown run */
  brief(runId: string): Promise<RunBrief | null>;
  /**
   * Takes the sync's lease for this execution: epoch + 1. Another run's lease only when given back or expired; the same run's only when `beat_at` is empty
   * or `beatDeadMs` old. Marks the run `running` (and `started_at` at the first time); marks a run from which it takes the lease `stopped` or `crashed`.
   * Claims that older epochs left open become doubts due at their claim time + `drainMs`, and their records pending again. A scheduled run that finds a
   * manual one at work asks it to wait (`asked`), and is `waiting` until it looks again; every other one is told `busy`.
   */
  take(input: { brief: RunBrief; driver: string; timing: Timing }): Promise<LeaseAnswer>;
  /**
   * Beats, renews when a third of the lease has passed, and says whether a person wants the run to stop, and whether a due scheduled run asks this manual one
   * to wait at the end of its batch. An opt-out pass is not stopped by the sync's pause. @throws LeaseLost
   */
  beat(lease: Lease, timing: Timing): Promise<{ nowMs: number; stop: StopWish; yield: boolean }>;
  /**
   * The leg ends and the next one follows at once: the run stays `running` and keeps its lease, `beat_at` is emptied (remember when, so that the dispatcher
   * announces again a run that nobody continued within `beatDeadMs`). @throws LeaseLost
   */
  handOver(lease: Lease): Promise<void>;
  /** A run that has worked before finds the lease taken: it waits its turn, `waiting` until then, without a lease. Does nothing if the driver changed. */
  postpone(run: { workspaceId: string; runId: string; driver: string }, wakeAtMs: number): Promise<void>;
  /** The leg ends with work left: `waiting` until `wakeAtMs`, lease given back. With a failure it is a failed attempt, recorded as such. @throws LeaseLost */
  park(
    lease: Lease,
    input: { wakeAtMs: number; failure: Failure | null; failedAttempts: number; secondLook: boolean },
  ): Promise<void>;
  /**
   * The run is over: state, failure, the final count of what it left, lease given back. In the same transaction `decide` sees the sync's finished runs since
   * it was last changed, newest first and this one included, and may pause the sync. @throws LeaseLost
   */
  finish(
    lease: Lease,
    end: RunEnd,
    decide: (finished: FinishedRun[], threshold: number) => StreakDecision | null,
  ): Promise<void>;
  /** Ends a run that never held the lease: collided, or its publication is not valid. Counts into the streak through `decide` as in `finish`. */
  finishUnleased(
    run: { workspaceId: string; syncId: string; runId: string; driver: string },
    end: RunEnd,
    decide: (finished: FinishedRun[], threshold: number) => StreakDecision | null,
  ): Promise<void>;
}
