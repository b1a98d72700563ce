import type { Failure } from "@/lib/runner/failures";
import type { ReadEvidence } from "@/lib/runner/reading-ports";
import type { Lane, ReadVerdict, RunKind, RunState } from "@/lib/runner/states";
import type { MassChange } from "../syncs/mass-change";
import type { RunCounts } from "./run-counts";

/** One line of a history. All instants are epoch ms. */
export interface RunLine {
  id: string;
  lane: Lane;
  kind: RunKind;
  state: RunState;
  requestedBy: "user" | "schedule" | "hook";
  requestedByName: string | null;
  requestedAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
  failure: Failure | null;
  verdict: ReadVerdict | null;
  counts: RunCounts;
}

export interface WalkView {
  id: string;
  kind: "updated" | "id";
  state: "walking" | "complete" | "judged" | "abandoned";
  pages: number;
  rows: number;
  queued: number;
  verdict: ReadVerdict | null;
  evidence: ReadEvidence | null;
  startedAtMs: number;
  finishedAtMs: number | null;
}

export interface AttemptView {
  number: number;
  failure: Failure | null;
  startedAtMs: number | null;
  endedAtMs: number;
  /** When the next try began or begins; null: the run ended. */
  nextAtMs: number | null;
}

export interface BatchView {
  number: number;
  taken: number;
  delivered: number;
  unchanged: number;
  refused: number;
  filtered: number;
  superseded: number;
  gone: number;
  held: number;
  doubt: number;
  failed: number;
  returned: number;
  openedAtMs: number;
  closedAtMs: number | null;
}

/** Why records did not go, as far as no later run has looked at them again. */
export interface ReasonCount {
  outcome: string;
  reason: string;
  count: number;
}

export interface Used {
  used: number;
  /** Null when the published rule cannot be read. */
  cap: number | null;
}

/** Everything that the page of a run shows; plain data, polled while the run is active. */
export interface RunView extends RunLine {
  syncId: string;
  syncName: string;
  syncState: "draft" | "active" | "paused";
  publicationNumber: number;
  digest: string;
  wakeAtMs: number | null;
  failedAttempts: number;
  attemptsMax: number;
  secondLook: boolean;
  fromMs: number | null;
  resend: boolean;
  cancelRequestedAtMs: number | null;
  usage: { calls: Used; created: Used; written: Used };
  /** Records of the lane that still need looking at. */
  backlog: number;
  walks: WalkView[];
  attempts: AttemptView[];
  /** The newest ones; `batchesTotal` counts all. */
  batches: BatchView[];
  batchesTotal: number;
  reasons: ReasonCount[];
  /** Another run of the sync: the one at work while this one waits, or with which this one collided. Null when there is none, or it cannot be told. */
  workingRunId: string | null;
  /** What it waits for a person about; null unless it does. */
  massChange: MassChange | null;
}
