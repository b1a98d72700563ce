import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import type { ListRow, NewWalk, ReadEvidence, Walk, WalkStore } from "@/lib/runner/reading-ports";
import { otherLane, type ReadVerdict } from "@/lib/runner/states";
import type { MemoryRow, MemoryState } from "./memory-state";
import { newPending } from "./new-pending";

/** WalkStore in memory: the same rules as the SQL one. */
export class MemoryWalks implements WalkStore {
  constructor(private readonly state: MemoryState) {}

  async bookmark(lease: Lease) {
    this.state.assertHeld(lease);
    return { ...this.state.bookmark(lease.lane) };
  }

  async walkOfRun(lease: Lease): Promise<Walk | null> {
    this.state.assertHeld(lease);
    const found = this.state.walks.findLast((walk) => walk.runId === lease.runId && walk.state !== "abandoned");
    return found ? this.whole(found) : null;
  }

  async beginWalk(lease: Lease, walk: NewWalk): Promise<Walk> {
    this.state.commit(lease, "beginWalk");
    const { laneStarts } = this.state;
    if (walk.startsMs != null && !laneStarts.has(lease.lane)) laneStarts.set(lease.lane, walk.startsMs);
    const startsMs = walk.startsMs == null ? null : (laneStarts.get(lease.lane) ?? null);
    const begun = {
      id: this.state.nextId("walk"),
      kind: walk.kind,
      floorMs: startsMs === null ? walk.floorMs : Math.max(startsMs, walk.floorMs ?? startsMs),
      t0Ms: walk.t0Ms,
      cursor: null,
      lowestMs: null,
      pages: 0,
      rows: 0,
      queued: 0,
      metFloor: false,
      totalBefore: walk.totalBefore ?? null,
      verdict: null,
      asksAgain: false,
      state: "walking" as const,
      runId: lease.runId,
      startedAtMs: this.state.clock.nowMs(),
      evidence: null,
    };
    this.state.walks.push(begun);
    return this.whole(begun);
  }

  async savePage(lease: Lease, walk: Walk, page: Parameters<WalkStore["savePage"]>[2]) {
    this.state.assertHeld(lease);
    const stored = this.state.walks.find((one) => one.id === walk.id);
    if (!stored || stored.runId !== lease.runId || stored.state !== "walking" || stored.pages !== walk.pages)
      throw new InvariantViolation(`Walk ${walk.id} is not where this page belongs.`);
    this.state.commit(lease, "savePage");
    let queued = 0;
    let metFloor = false;
    const startsMs = this.state.laneStarts.get(lease.lane) ?? Number.NEGATIVE_INFINITY;
    for (const row of page.rows) {
      if (row.updatedAtMs < startsMs) {
        metFloor = true;
        continue;
      }
      const known = this.state.rows.get(row.id);
      const living = known ? known.outcome !== "gone" : this.state.queue(lease.lane).has(row.id);
      if (living && walk.floorMs !== null && row.updatedAtMs <= walk.floorMs) metFloor = true;
      if (known) known.metByWalk = walk.id;
      const settled =
        known?.sourceUpdatedAtMs === row.updatedAtMs &&
        known.readAtMs >= row.updatedAtMs + page.marginMs &&
        known.outcome !== "gone" &&
        (known.consentState === null || (known.consentState === "SUBSCRIBED") === row.subscribed);
      if (settled && !page.includeKnown && !this.halfDoneElsewhere(lease, row.id)) continue;
      this.queueRow(lease, walk, row);
      queued++;
    }
    stored.cursor = page.cursor;
    stored.pages++;
    stored.rows += page.rows.length;
    stored.queued += queued;
    stored.metFloor ||= metFloor;
    for (const row of page.rows) stored.lowestMs = Math.min(stored.lowestMs ?? row.updatedAtMs, row.updatedAtMs);
    if (page.last || metFloor) stored.state = "complete";
    return { queued, metFloor };
  }

  /** What a run of the other lane has written in part, and left in doubt. */
  private halfDoneElsewhere(lease: Lease, recordId: string): boolean {
    return this.state.queue(otherLane(lease.lane)).get(recordId)?.cause === "doubt";
  }

  async knownMissing(lease: Lease, walk: Walk, limit: number): Promise<string[]> {
    this.state.assertHeld(lease);
    return [...this.state.rows.values()]
      .filter((row) => row.outcome !== "gone" && this.shouldBeMet(lease, walk, row))
      .sort((a, b) => (b.sourceUpdatedAtMs ?? 0) - (a.sourceUpdatedAtMs ?? 0))
      .slice(0, limit)
      .map((row) => row.recordId);
  }

  private shouldBeMet(lease: Lease, walk: Walk, row: MemoryRow): boolean {
    if (walk.kind === "id") {
      const startedAtMs = this.state.walks.find((one) => one.id === walk.id)?.startedAtMs ?? 0;
      return row.metByWalk !== walk.id && row.settledAtMs < startedAtMs;
    }
    const atMs = row.sourceUpdatedAtMs;
    if (atMs === null || (walk.floorMs !== null && atMs >= walk.floorMs)) return false;
    return (this.state.queue(lease.lane).get(row.recordId)?.seenMs ?? 0) <= atMs;
  }

  async judgeWalk(
    lease: Lease,
    walk: Walk,
    input: { coveredMs: number | null; verdict: ReadVerdict; evidence: ReadEvidence },
  ) {
    const stored = this.openWalk(lease, walk);
    this.state.commit(lease, "judgeWalk");
    Object.assign(stored, { state: "judged", evidence: input.evidence, verdict: input.verdict });
    const run = this.state.run(lease.runId);
    run.verdict = input.verdict;
    const failedAttempts = input.verdict === "suspect_short" ? run.brief.failedAttempts : 0;
    Object.assign(run.brief, { failedAttempts, secondLook: false });
    const before = this.state.bookmark(lease.lane);
    this.state.bookmarks.set(lease.lane, { ...before, coveredMs: input.coveredMs ?? before.coveredMs });
    stored.asksAgain = this.state.silenceAsks;
    this.state.silenceAsks = false;
    return { lookAgain: stored.asksAgain };
  }

  async abandonWalk(lease: Lease, walk: Walk, evidence: ReadEvidence | null): Promise<void> {
    const stored = this.openWalk(lease, walk);
    this.state.commit(lease, "abandonWalk");
    Object.assign(stored, { state: "abandoned", evidence });
  }

  async queueRecords(lease: Lease, recordIds: string[]): Promise<void> {
    this.state.commit(lease, "queueRecords");
    const queue = this.state.queue(lease.lane);
    const cause = this.state.run(lease.runId).brief.kind === "test" ? "test" : "walk";
    for (const id of new Set(recordIds)) {
      const before = queue.get(id);
      if (before)
        Object.assign(before, {
          mark: before.mark + 1,
          cause: before.cause === "retry" || before.cause === "vanished" ? "walk" : before.cause,
          stage: before.cause === "vanished" ? 0 : before.stage,
          checkAtMs: before.cause === "doubt" ? before.checkAtMs : null,
        });
      else queue.set(id, newPending(id, { cause, queuedAtMs: this.state.clock.nowMs() }));
    }
  }

  private queueRow(lease: Lease, walk: Walk, row: ListRow): void {
    const queue = this.state.queue(lease.lane);
    const before = queue.get(row.id);
    const withdrawal = (this.state.rows.get(row.id)?.listed ?? false) && !row.subscribed;
    if (!before) {
      const seen = { seenMs: row.updatedAtMs, metByWalk: walk.id, queuedAtMs: this.state.clock.nowMs() };
      queue.set(row.id, newPending(row.id, { ...seen, withdrawal }));
      return;
    }
    Object.assign(before, {
      mark: before.mark + 1,
      seenMs: Math.max(before.seenMs ?? row.updatedAtMs, row.updatedAtMs),
      withdrawal,
      metByWalk: walk.id,
      cause: before.cause === "doubt" ? "doubt" : "walk",
      stage: before.cause === "retry" || before.cause === "vanished" ? 0 : before.stage,
      checkAtMs: before.cause === "doubt" ? before.checkAtMs : null,
    });
  }

  private whole(walk: MemoryState["walks"][number]): Walk {
    const ofRun = this.state.walks.filter((one) => one.runId === walk.runId);
    return { ...walk, shortReads: ofRun.filter((one) => one.verdict === "suspect_short").length };
  }

  private openWalk(lease: Lease, walk: Walk) {
    this.state.assertHeld(lease);
    const stored = this.state.walks.find((one) => one.id === walk.id);
    if (!stored || stored.runId !== lease.runId || stored.state === "judged" || stored.state === "abandoned")
      throw new InvariantViolation(`Walk ${walk.id} is not open in this run.`);
    return stored;
  }
}
