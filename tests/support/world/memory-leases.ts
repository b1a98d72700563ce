import { failure } from "@/lib/runner/failures";
import type {
  FinishedRun,
  Lease,
  LeaseAnswer,
  LeaseStore,
  PauseDecision,
  RunBrief,
  RunEnd,
  StopWish,
} from "@/lib/runner/ports";
import type { Timing } from "@/lib/runner/timing";
import type { MemoryRun, MemoryState } from "./memory-state";

type Decide = (finished: FinishedRun[], threshold: number) => PauseDecision | null;

const COUNTED = new Set(["succeeded", "failed", "crashed"]);

/** LeaseStore in memory: the same rules as the SQL one. */
export class MemoryLeases implements LeaseStore {
  constructor(private readonly state: MemoryState) {}

  async brief(runId: string): Promise<RunBrief | null> {
    const run = this.state.runs.get(runId);
    return run ? structuredClone(run.brief) : null;
  }

  async take({ brief, driver, timing }: { brief: RunBrief; driver: string; timing: Timing }): Promise<LeaseAnswer> {
    const { state } = this;
    const run = state.run(brief.runId);
    const nowMs = state.clock.nowMs();
    if (run.brief.driver !== driver || run.finishedAtMs !== null) return { kind: "not_ours" };
    const holder = state.lease.runId;
    if (holder !== null && holder !== brief.runId && state.lease.expiresAtMs > nowMs)
      return { kind: "busy", runId: holder };
    const { beatAtMs } = state.lease;
    if (holder === brief.runId && beatAtMs !== null && nowMs - beatAtMs < timing.beatDeadMs)
      return { kind: "beating", retryAtMs: beatAtMs + timing.beatDeadMs };
    if (holder !== null && holder !== brief.runId)
      this.end(state.run(holder), { state: "crashed", failure: failure("run.crashed"), verdict: null });
    Object.assign(state.lease, {
      epoch: state.lease.epoch + 1,
      runId: brief.runId,
      expiresAtMs: nowMs + timing.leaseMs,
      beatAtMs: nowMs,
    });
    Object.assign(run.brief, { state: "running", hasWorked: true, startedAtMs: run.brief.startedAtMs ?? nowMs });
    this.adoptOpenClaims(brief, timing);
    const { workspaceId, syncId, runId, lane } = brief;
    return { kind: "taken", lease: { workspaceId, syncId, runId, lane, epoch: state.lease.epoch }, nowMs };
  }

  async beat(lease: Lease, timing: Timing): Promise<{ nowMs: number; stop: StopWish }> {
    this.state.assertHeld(lease);
    const nowMs = this.state.clock.nowMs();
    Object.assign(this.state.lease, { beatAtMs: nowMs, expiresAtMs: nowMs + timing.leaseMs });
    return { nowMs, stop: this.state.run(lease.runId).stopWish };
  }

  async handOver(lease: Lease): Promise<void> {
    this.state.assertHeld(lease);
    this.state.lease.beatAtMs = null;
  }

  async postpone(run: { runId: string; driver: string }, wakeAtMs: number): Promise<void> {
    const found = this.state.run(run.runId);
    if (found.brief.driver !== run.driver) return;
    found.brief.state = "waiting";
    found.wakeAtMs = wakeAtMs;
  }

  async park(lease: Lease, input: Parameters<LeaseStore["park"]>[1]): Promise<void> {
    this.state.assertHeld(lease);
    const run = this.state.run(lease.runId);
    Object.assign(run.brief, { state: "waiting", failedAttempts: input.failedAttempts, secondLook: input.secondLook });
    run.wakeAtMs = input.wakeAtMs;
    if (input.failure) run.attempts.push(input.failure);
    this.giveBack();
  }

  async finish(lease: Lease, end: RunEnd, decide: Decide): Promise<void> {
    this.state.assertHeld(lease);
    this.end(this.state.run(lease.runId), end);
    this.giveBack();
    this.decidePause(decide);
  }

  async finishUnleased(run: { runId: string; driver: string }, end: RunEnd, decide: Decide): Promise<void> {
    const found = this.state.run(run.runId);
    if (found.brief.driver !== run.driver || found.finishedAtMs !== null) return;
    this.end(found, end);
    if (this.state.lease.runId === run.runId) this.giveBack();
    this.decidePause(decide);
  }

  private end(run: MemoryRun, end: RunEnd): void {
    run.brief.state = end.state;
    run.failure = end.failure;
    run.verdict = end.verdict ?? run.verdict;
    run.finishedAtMs = this.state.clock.nowMs();
  }

  private giveBack(): void {
    Object.assign(this.state.lease, { runId: null, beatAtMs: null, expiresAtMs: 0 });
  }

  private decidePause(decide: Decide): void {
    const finished = [...this.state.runs.values()]
      .filter((run) => run.finishedAtMs !== null && COUNTED.has(run.brief.state) && run.brief.kind === "ordinary")
      .reverse()
      .map((run) => ({ runId: run.brief.runId, state: run.brief.state, kind: run.brief.kind, failure: run.failure }));
    this.state.pause ??= decide(finished, this.state.streakThreshold);
  }

  /** Claims of older epochs become doubts, due when the call can no longer be on its way. */
  private adoptOpenClaims(brief: RunBrief, timing: Timing): void {
    for (const row of this.state.ledger) {
      if (row.state !== "claimed" || row.epoch >= this.state.lease.epoch) continue;
      row.state = "doubt";
      const pending = this.state.queue(brief.lane).get(row.recordId);
      const checkAtMs = row.claimedAtMs + timing.drainMs;
      if (pending) Object.assign(pending, { checkAtMs, triedBy: brief.runId });
      else
        this.state.queue(brief.lane).set(row.recordId, {
          recordId: row.recordId,
          seenMs: row.sent?.sourceUpdatedAtMs ?? null,
          mark: 1,
          withdrawal: false,
          doubtRuns: 0,
          checkAtMs,
          triedBy: brief.runId,
        });
    }
  }
}
