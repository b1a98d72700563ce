import type { Failure } from "@/lib/runner/failures";
import type { Schedule } from "@/lib/runner/schedule";
import type { Lane, RunState, SyncState } from "@/lib/runner/states";
import type { Thresholds } from "@/lib/watch/thresholds";
import type { MassChange } from "./mass-change";

/** A run as a mark in the strip of the last 14. */
export interface RunMark {
  id: string;
  state: RunState;
  lane: Lane;
  requestedAtMs: number;
  finishedAtMs: number | null;
}

/** One sync in the list. Instants are epoch ms; plain data. */
export interface SyncLine {
  id: string;
  name: string;
  state: SyncState;
  sourceName: string | null;
  destinationName: string | null;
  /** Null unless active and scheduled. */
  nextRunAtMs: number | null;
  scheduleOff: boolean;
  pausedAtMs: number | null;
  pauseCause: Failure | null;
  /** Oldest first, at most 14. */
  runs: RunMark[];
  /** Records by what we last did with them (held: not dismissed), and open doubts: the state now, not a sum over runs. */
  totals: { delivered: number; refused: number; held: number; doubt: number };
  openFindings: number;
}

export interface Pause {
  atMs: number;
  /** Null when a person paused it. */
  cause: Failure | null;
  outageOnly: boolean;
  runIds: string[];
  /** When both ends are probed next, to end the pause by itself; null: a person must. */
  nextProbeAtMs: number | null;
  /** When withdrawals alone are sent next. */
  nextOptOutAtMs: number | null;
  /** Of a person's pause. */
  byName: string | null;
  reason: string | null;
}

export interface SyncView extends SyncLine {
  schedule: Schedule;
  changedAtMs: number;
  pause: Pause | null;
  bookmarks: { lane: Lane; atMs: number | null; coveredMs: number | null; movedAtMs: number | null }[];
  publication: { number: number; digest: string; publishedAtMs: number; byName: string | null } | null;
  /** Records that need looking at, both lanes. */
  backlog: number;
  /** The run at work, if one is. */
  activeRunId: string | null;
  /** Failed runs in a row since the last change, and how many pause it. */
  streak: { failed: number; threshold: number };
  /** A scheduled run that waits for a person's word. */
  massChange: MassChange | null;
  /** Records that stand on the rule's lists by us: what "send again even if unchanged" is about. */
  listed: number;
  /** Saved without publishing. */
  settings: { resumeAfterOutage: boolean; keepLedgerDays: number | "forever" };
  /** When its watches alarm. */
  watches: Thresholds;
}
