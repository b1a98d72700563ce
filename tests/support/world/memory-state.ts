import { LeaseLost } from "@/lib/kernel/errors";
import type { Failure } from "@/lib/runner/failures";
import type {
  BatchCounts,
  Lease,
  OpenClaim,
  PauseDecision,
  ReadEvidence,
  RecordRow,
  RunBrief,
  StopWish,
  Walk,
} from "@/lib/runner/ports";
import type { Lane, LedgerState, ReadVerdict } from "@/lib/runner/states";
import type { VirtualClock } from "./clock";

export interface MemoryRun {
  brief: RunBrief;
  failure: Failure | null;
  verdict: ReadVerdict | null;
  finishedAtMs: number | null;
  wakeAtMs: number | null;
  stopWish: StopWish;
  attempts: Failure[];
  counts: BatchCounts;
}

export interface MemoryPending {
  recordId: string;
  seenMs: number | null;
  mark: number;
  withdrawal: boolean;
  doubtRuns: number;
  checkAtMs: number | null;
  triedBy: string | null;
}

export interface MemoryLedgerRow extends Omit<OpenClaim, "state"> {
  state: LedgerState;
  key: string;
  runId: string;
  lane: Lane;
  maybeCreates: boolean;
  calls: number;
  exempt: boolean;
}

export interface MemoryRow extends RecordRow {
  reason: string | null;
  consentState: string | null;
  consenting: boolean;
}

export const noCounts = (): BatchCounts => ({
  taken: 0,
  delivered: 0,
  unchanged: 0,
  refused: 0,
  filtered: 0,
  superseded: 0,
  gone: 0,
  held: 0,
  doubt: 0,
  failed: 0,
});

/** All that Postgres would hold for one sync. The stores over it do what the SQL stores do; a test replays both and compares. */
export class MemoryState {
  readonly runs = new Map<string, MemoryRun>();
  readonly lease = {
    epoch: 0,
    runId: null as string | null,
    expiresAtMs: 0,
    beatAtMs: null as number | null,
  };
  readonly bookmarks = new Map<Lane, { atMs: number | null; coveredMs: number | null }>();
  readonly walks: (Walk & { runId: string; evidence: ReadEvidence | null })[] = [];
  readonly pending = new Map<Lane, Map<string, MemoryPending>>([
    ["scheduled", new Map()],
    ["manual", new Map()],
  ]);
  readonly ledger: MemoryLedgerRow[] = [];
  readonly rows = new Map<string, MemoryRow>();
  readonly tombstones = new Set<string>();
  readonly suppressed = new Set<string>();
  pause: PauseDecision | null = null;
  streakThreshold = 5;
  /** Every bookmark that was ever set, to see that none goes back. */
  readonly bookmarkHistory: { lane: Lane; atMs: number | null }[] = [];

  constructor(readonly clock: VirtualClock) {}

  run(runId: string): MemoryRun {
    const run = this.runs.get(runId);
    if (!run) throw new Error(`no run ${runId}`);
    return run;
  }

  queue(lane: Lane): Map<string, MemoryPending> {
    const rows = this.pending.get(lane);
    if (!rows) throw new Error(`no lane ${lane}`);
    return rows;
  }

  /** What every SQL statement carries as `WHERE epoch = $mine`. */
  assertHeld(lease: Lease): void {
    if (this.lease.epoch !== lease.epoch || this.lease.runId !== lease.runId) throw new LeaseLost("another epoch");
  }
}
