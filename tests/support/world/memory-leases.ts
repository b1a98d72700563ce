import { failure } from "@/lib/runner/failures";
import type {
  FinishedRun,
  Lease,
  LeaseAnswer,
  LeaseStore,
  RunBrief,
  RunEnd,
  StopWish,
  StreakDecision,
} from "@/lib/runner/lease-port";
import type { Timing } from "@/lib/runner/timing";
import type { MemoryLedgerRow, MemoryRun, MemoryState } from "./memory-state";
import { newPending } from "./new-pending";

export type DecidePause = (finished: FinishedRun[], threshold: number) => StreakDecision | null;

const COUNTED = new Set(["succeeded", "failed", "crashed"]);

/** LeaseStore in memory: the same rules as the SQL one. */
export class MemoryLeases implements LeaseStore {
  constructor(private readonly state: MemoryState) {}

  async brief(runId: string): Promise<RunBrief | null> {
    const { state } = this;
    const run = state.runs.get(runId);
    if (!run) return null;
    const { brief } = run;
    return {
      ...brief,
      used: { ...brief.used },
      soFar: { held: run.counts.held - run.heldAgain, delivered: run.counts.delivered },
      sync: { state: state.sync.state, livePublicationId: state.sync.livePublicationId },
      source: { ...brief.source, usable: state.connections.source },
      destination: { ...brief.destination, usable: state.connections.destination },
    };
  }

  async take({ brief, driver, timing }: { brief: RunBrief; driver: string; timing: Timing }): Promise<LeaseAnswer> {
    const { state } = this;
    const run = state.run(brief.runId);
    const nowMs = state.clock.nowMs();
    const refusal = this.refuse(run, driver, timing);
    if (refusal?.kind === "busy" && brief.lane === "scheduled" && state.run(refusal.runId).brief.lane === "manual")
      return this.askToYield(run, timing);
    if (refusal) return refusal;
    const holder = state.lease.runId;
    if (holder !== null && holder !== brief.runId) this.displace(holder, timing);
    Object.assign(state.lease, {
      epoch: state.lease.epoch + 1,
      runId: brief.runId,
      expiresAtMs: nowMs + timing.leaseMs,
      beatAtMs: nowMs,
      leftAtMs: null,
      takenAtMs: nowMs,
      yieldAsked: false,
    });
    Object.assign(run.brief, { state: "running", hasWorked: true, startedAtMs: run.brief.startedAtMs ?? nowMs });
    run.wakeAtMs = null;
    const { workspaceId, syncId, runId, lane } = brief;
    const lease: Lease = { workspaceId, syncId, runId, lane, epoch: state.lease.epoch };
    if (state.guards.adoptsOpenClaims) this.adoptOpenClaims(lease, timing);
    else this.forgetOpenClaims();
    state.onCommit(lease, "take");
    return { kind: "taken", lease, nowMs };
  }

  async beat(lease: Lease, timing: Timing): Promise<{ nowMs: number; stop: StopWish; yield: boolean }> {
    const { state } = this;
    state.assertHeld(lease);
    const nowMs = state.clock.nowMs();
    Object.assign(state.lease, { beatAtMs: nowMs, leftAtMs: null });
    if ((state.lease.expiresAtMs ?? 0) <= nowMs + (timing.leaseMs * 2) / 3)
      state.lease.expiresAtMs = nowMs + timing.leaseMs;
    const run = state.run(lease.runId);
    return { nowMs, stop: state.stopWish(run), yield: state.lease.yieldAsked && run.brief.lane === "manual" };
  }

  async handOver(lease: Lease): Promise<void> {
    this.state.commit(lease, "handOver");
    Object.assign(this.state.lease, { beatAtMs: null, leftAtMs: this.state.clock.nowMs() });
  }

  async postpone(run: { runId: string; driver: string }, wakeAtMs: number): Promise<void> {
    const found = this.state.run(run.runId);
    if (found.brief.driver !== run.driver || found.finishedAtMs !== null) return;
    found.brief.state = "waiting";
    found.wakeAtMs = wakeAtMs;
  }

  async park(lease: Lease, input: Parameters<LeaseStore["park"]>[1]): Promise<void> {
    this.state.commit(lease, "park");
    this.state.giveBackLease();
    const run = this.state.run(lease.runId);
    Object.assign(run.brief, { state: "waiting", failedAttempts: input.failedAttempts, secondLook: input.secondLook });
    run.wakeAtMs = input.wakeAtMs;
    if (input.failure) run.attempts.push(input.failure);
  }

  async finish(lease: Lease, end: RunEnd, decide: DecidePause): Promise<void> {
    this.state.commit(lease, "finish");
    this.state.giveBackLease();
    this.end(this.state.run(lease.runId), end);
    this.judgeStreak(decide);
  }

  async finishUnleased(run: { runId: string; driver: string }, end: RunEnd, decide: DecidePause): Promise<void> {
    const found = this.state.run(run.runId);
    if (found.brief.driver !== run.driver || found.finishedAtMs !== null) return;
    if (this.state.lease.runId === run.runId) this.state.giveBackLease();
    this.end(found, end);
    this.judgeStreak(decide);
  }

  /** What the reaper does with a run at work that has not beaten for a lease's life. @returns whether it was dead */
  closeDeadRun(runId: string, timing: Timing, decide: DecidePause): boolean {
    const { state } = this;
    const run = state.run(runId);
    const { lease, clock } = state;
    const holds = lease.runId === runId;
    const lastMs = (holds ? (lease.beatAtMs ?? lease.leftAtMs ?? lease.takenAtMs) : null) ?? run.brief.startedAtMs ?? 0;
    if (run.brief.state !== "running" || lastMs > clock.nowMs() - timing.leaseMs) return false;
    if (holds) state.giveBackLease();
    this.end(run, { state: "crashed", failure: failure("run.crashed"), verdict: null });
    this.judgeStreak(decide);
    return true;
  }

  /** Why the lease is not given, if it is not. */
  private refuse(run: MemoryRun, driver: string, timing: Timing): LeaseAnswer | null {
    const { lease, clock } = this.state;
    const nowMs = clock.nowMs();
    if (run.brief.driver !== driver || run.finishedAtMs !== null) return { kind: "not_ours" };
    if (lease.runId === null) return null;
    if (lease.runId !== run.brief.runId)
      return (lease.expiresAtMs ?? 0) <= nowMs ? null : { kind: "busy", runId: lease.runId };
    if (lease.beatAtMs === null || lease.beatAtMs <= nowMs - timing.beatDeadMs) return null;
    return { kind: "beating", retryAtMs: lease.beatAtMs + timing.beatDeadMs };
  }

  /** The scheduled run waits, and the manual run that is at work hears of it with its next beat. */
  private askToYield(run: MemoryRun, timing: Timing): LeaseAnswer {
    const retryAtMs = this.state.clock.nowMs() + timing.yieldMs;
    this.state.lease.yieldAsked = true;
    run.brief.state = "waiting";
    run.wakeAtMs = retryAtMs;
    return { kind: "asked", retryAtMs };
  }

  private displace(holder: string, timing: Timing): void {
    const { lease, clock } = this.state;
    const lastMs = lease.beatAtMs ?? lease.leftAtMs;
    const dead = lastMs !== null && lastMs <= clock.nowMs() - timing.beatDeadMs;
    this.end(
      this.state.run(holder),
      dead
        ? { state: "crashed", failure: failure("run.crashed"), verdict: null }
        : { state: "stopped", failure: failure("run.lost_slot"), verdict: null },
    );
  }

  private end(run: MemoryRun, end: RunEnd): void {
    if (run.finishedAtMs !== null) return;
    const { runId } = run.brief;
    run.brief.state = end.state;
    run.failure = end.failure;
    run.verdict = end.verdict ?? run.verdict;
    run.finishedAtMs = this.state.clock.nowMs();
    run.wakeAtMs = null;
    for (const batch of this.state.batches) if (batch.runId === runId) closeOpenBatch(batch);
    for (const walk of this.state.walks)
      if (walk.runId === runId && (walk.state === "walking" || walk.state === "complete")) walk.state = "abandoned";
  }

  private judgeStreak(decide: DecidePause): void {
    const { state } = this;
    if (state.sync.state !== "active") return;
    const finished = [...state.runs.values()]
      .filter((run) => run.finishedAtMs !== null && run.finishedAtMs >= state.sync.changedAtMs)
      .filter((run) => COUNTED.has(run.brief.state) && run.brief.kind === "ordinary")
      .sort((a, b) => (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0) || b.requestedAtMs - a.requestedAtMs)
      .slice(0, state.streakThreshold)
      .map((run) => ({ runId: run.brief.runId, state: run.brief.state, kind: run.brief.kind, failure: run.failure }));
    const decision = decide(finished, state.streakThreshold);
    if (decision?.kind !== "pause") return;
    state.pause = decision;
    state.sync.state = "paused";
  }

  /** Claims of older epochs become doubts, due when the call can no longer be on its way; doubts that an ended run left are pending in this lane. */
  private adoptOpenClaims(lease: Lease, timing: Timing): void {
    for (const row of this.state.openClaims()) {
      const fresh = row.state === "claimed" && row.epoch < lease.epoch;
      if (!fresh && !this.isLeftOver(lease, row)) continue;
      if (fresh) Object.assign(row, { state: "doubt", checkAtMs: row.claimedAtMs + timing.drainMs });
      this.queueDoubt(lease, row, row.checkAtMs);
    }
  }

  private isLeftOver(lease: Lease, row: MemoryLedgerRow): boolean {
    const ended = row.state === "doubt" && this.state.run(row.runId).finishedAtMs !== null;
    return ended && this.state.queue(lease.lane).get(row.recordId)?.cause !== "doubt";
  }

  private queueDoubt(lease: Lease, row: MemoryLedgerRow, checkAtMs: number | null): void {
    const queue = this.state.queue(lease.lane);
    const pending = queue.get(row.recordId);
    // No batch of this run has counted it, unless the run itself had.
    const lastOutcome = pending?.triedBy === lease.runId ? pending.lastOutcome : null;
    const adopted = { cause: "doubt", checkAtMs, triedBy: lease.runId, lastOutcome } as const;
    if (pending) Object.assign(pending, adopted);
    else queue.set(row.recordId, newPending(row.recordId, { seenMs: row.sent?.sourceUpdatedAtMs ?? null, ...adopted }));
  }

  /** What a store without the drain would do: take a dead execution's calls for not sent. */
  private forgetOpenClaims(): void {
    for (const row of this.state.openClaims()) {
      if (row.state !== "claimed") continue;
      row.state = "released";
      this.state.open.delete(row.ledgerId);
    }
  }
}

/** Ends a batch; what it had not looked at is given back. */
export function closeOpenBatch(batch: MemoryState["batches"][number]): void {
  if (batch.returned !== null) return;
  const { taken, ...outcomes } = batch.counts;
  batch.returned = taken - Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}
