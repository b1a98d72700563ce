import { LeaseLost } from "@/lib/kernel/errors";
import type { Again, BatchCounts, OpenClaim, RecordRow } from "@/lib/runner/delivery-port";
import type { Failure } from "@/lib/runner/failures";
import type { Lease, PauseDecision, RunBrief, StopWish } from "@/lib/runner/lease-port";
import type { ReadEvidence, Walk } from "@/lib/runner/reading-ports";
import type { OpenContradiction } from "@/lib/runner/receipt-port";
import type { Lane, LedgerState, Outcome, ReadVerdict, SyncState } from "@/lib/runner/states";
import type { VirtualClock } from "./clock";

export interface MemoryRun {
  brief: RunBrief;
  failure: Failure | null;
  verdict: ReadVerdict | null;
  requestedAtMs: number;
  finishedAtMs: number | null;
  wakeAtMs: number | null;
  cancelRequested: boolean;
  announcedAtMs: number | null;
  attempts: Failure[];
  /** Each record counted once: what a later batch settled no longer counts as doubt or failed. */
  counts: BatchCounts;
  /** Of the held ones, those that were held before. */
  heldAgain: number;
}

export interface MemoryPending {
  recordId: string;
  seenMs: number | null;
  mark: number;
  withdrawal: boolean;
  doubtRuns: number;
  looks: number;
  checkAtMs: number | null;
  triedBy: string | null;
  lastOutcome: Outcome | null;
  cause: "walk" | "doubt" | "test" | "hook" | Again["cause"];
  /** For `retry`, `recheck` and `vanished`: how many times a landed record was looked at again. */
  stage: number;
  metByWalk: string | null;
  queuedAtMs: number;
}

export type MemoryContradiction = OpenContradiction & { walkId: string };

export interface MemoryLedgerRow extends Omit<OpenClaim, "state"> {
  state: LedgerState;
  key: string;
  runId: string;
  lane: Lane;
  maybeCreates: boolean;
  calls: number;
  exempt: boolean;
  checkAtMs: number | null;
}

export interface MemoryRow extends RecordRow {
  reason: string | null;
  consentState: string | null;
  metByWalk: string | null;
}

export interface MemoryBatch {
  runId: string;
  counts: BatchCounts;
  /** What a closed batch had not looked at; null while it is open. */
  returned: number | null;
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

/** Guards of the stores that can be taken out, to show that something notices. */
export interface StoreGuards {
  epoch: boolean;
  oneOpenClaim: boolean;
  adoptsOpenClaims: boolean;
  /** Whether a landed row leaves the queue only under the mark that was read. */
  marks: boolean;
  /** Whether a run hears that it must stop. */
  stopsRuns: boolean;
}

/** All that Postgres would hold for one sync. The stores over it do what the SQL stores do. */
export class MemoryState {
  readonly runs = new Map<string, MemoryRun>();
  readonly lease = {
    epoch: 0,
    runId: null as string | null,
    expiresAtMs: null as number | null,
    beatAtMs: null as number | null,
    leftAtMs: null as number | null,
    takenAtMs: null as number | null,
    yieldAsked: false,
  };
  readonly bookmarks = new Map<Lane, { atMs: number | null; coveredMs: number | null }>();
  /** Where lanes that have a start begin. */
  readonly laneStarts = new Map<Lane, number>();
  /** The next judged walk is told that a silence asks for another read. */
  silenceAsks = false;
  readonly walks: (Omit<Walk, "shortReads"> & { runId: string; startedAtMs: number; evidence: ReadEvidence | null })[] =
    [];
  readonly pending = new Map<Lane, Map<string, MemoryPending>>([
    ["scheduled", new Map()],
    ["manual", new Map()],
  ]);
  readonly ledger = new Map<string, MemoryLedgerRow>();
  /** Ids of the ledger rows that are claimed or in doubt. */
  readonly open = new Set<string>();
  readonly batches: MemoryBatch[] = [];
  readonly rows = new Map<string, MemoryRow>();
  readonly tombstones = new Set<string>();
  readonly suppressed = new Set<string>();
  readonly sync = {
    state: "active" as SyncState,
    livePublicationId: "publication-1",
    changedAtMs: 0,
    guardShown: null as number | null,
    guardApproved: null as number | null,
  };
  readonly connections = { source: true, destination: true };
  readonly guards: StoreGuards = {
    epoch: true,
    oneOpenClaim: true,
    adoptsOpenClaims: true,
    marks: true,
    stopsRuns: true,
  };
  /** What the receipts remember. */
  readonly reading = {
    lagMs: 0,
    lagAtMs: null as number | null,
    drift: null as number | null,
    lastDrift: null as number | null,
    gapReads: 0,
  };
  private readonly contradicted = {
    scheduled: new Map<string, MemoryContradiction>(),
    manual: new Map<string, MemoryContradiction>(),
  };
  /** Open findings of reads, with their evidence. */
  readonly findings = new Map<string, Record<string, unknown>>();
  pause: PauseDecision | null = null;
  streakThreshold = 5;
  /** Batches are at most this large, so that a small world has several. */
  batchLimit = Number.POSITIVE_INFINITY;
  /** Every bookmark that was ever set, to see that none goes back. */
  readonly bookmarkHistory: { lane: Lane; atMs: number | null }[] = [];
  /** Told of everything that an execution has changed. */
  onCommit: (lease: Lease, what: string) => void = () => undefined;
  private ids = 0;

  constructor(readonly clock: VirtualClock) {}

  nextId(kind: string): string {
    this.ids++;
    return `${kind}-${this.ids}`;
  }

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

  contradictions(lane: Lane): Map<string, MemoryContradiction> {
    return this.contradicted[lane];
  }

  bookmark(lane: Lane): { atMs: number | null; coveredMs: number | null } {
    return this.bookmarks.get(lane) ?? { atMs: null, coveredMs: null };
  }

  openClaims(): MemoryLedgerRow[] {
    return [...this.open].flatMap((id) => this.ledger.get(id) ?? []);
  }

  /** What every SQL statement carries as `WHERE epoch = $mine`. */
  assertHeld(lease: Lease): void {
    if (!this.guards.epoch) return;
    if (this.lease.epoch !== lease.epoch || this.lease.runId !== lease.runId) throw new LeaseLost("another epoch");
  }

  /** The lease holds and something is about to change under it. */
  commit(lease: Lease, what: string): void {
    this.assertHeld(lease);
    this.onCommit(lease, what);
  }

  giveBackLease(): void {
    Object.assign(this.lease, { runId: null, expiresAtMs: null, beatAtMs: null, leftAtMs: null });
  }

  stopWish(run: MemoryRun): StopWish {
    if (!this.guards.stopsRuns) return null;
    if (run.cancelRequested) return "cancelled";
    if (this.sync.state !== "active" && run.brief.kind !== "opt_out") return "paused";
    return this.sync.livePublicationId === run.brief.publication.id ? null : "republished";
  }
}
