import { randomUUID } from "node:crypto";
import type { Lease, ListRow, ReadEvidence, Walk, WalkStore } from "@/lib/runner/ports";
import type { ReadVerdict } from "@/lib/runner/states";
import type { MemoryState } from "./memory-state";

/** WalkStore in memory: the same rules as the SQL one. */
export class MemoryWalks implements WalkStore {
  constructor(private readonly state: MemoryState) {}

  async bookmark(lease: Lease) {
    return this.state.bookmarks.get(lease.lane) ?? { atMs: null, coveredMs: null };
  }

  async walkOfRun(lease: Lease): Promise<Walk | null> {
    const found = this.state.walks.findLast((walk) => walk.runId === lease.runId && walk.state !== "abandoned");
    return found ? structuredClone(found) : null;
  }

  async beginWalk(lease: Lease, walk: Pick<Walk, "kind" | "floorMs" | "t0Ms">): Promise<Walk> {
    this.state.assertHeld(lease);
    const begun = {
      id: randomUUID(),
      kind: walk.kind,
      floorMs: walk.floorMs,
      t0Ms: walk.t0Ms,
      cursor: null,
      lowestMs: null,
      pages: 0,
      rows: 0,
      queued: 0,
      metFloor: false,
      state: "walking" as const,
      runId: lease.runId,
      evidence: null,
    };
    this.state.walks.push(begun);
    return structuredClone(begun);
  }

  async savePage(lease: Lease, walk: Walk, page: Parameters<WalkStore["savePage"]>[2]) {
    this.state.assertHeld(lease);
    const stored = this.stored(walk.id);
    let queued = 0;
    let metFloor = false;
    for (const row of page.rows) {
      const known = this.state.rows.get(row.id);
      if (known && known.outcome !== "gone" && stored.floorMs !== null && row.updatedAtMs <= stored.floorMs)
        metFloor = true;
      const settled = known?.sourceUpdatedAtMs === row.updatedAtMs && known.readAtMs >= row.updatedAtMs + page.marginMs;
      if (settled && !page.includeKnown) continue;
      this.enqueue(lease, row);
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

  async knownOlderThan(lease: Lease, floorMs: number | null, limit: number): Promise<string[]> {
    const queue = this.state.queue(lease.lane);
    return [...this.state.rows.values()]
      .filter((row) => row.outcome !== "gone" && row.sourceUpdatedAtMs !== null)
      .filter((row) => floorMs === null || (row.sourceUpdatedAtMs ?? 0) < floorMs)
      .filter((row) => (queue.get(row.recordId)?.seenMs ?? 0) <= (row.sourceUpdatedAtMs ?? 0))
      .sort((a, b) => (b.sourceUpdatedAtMs ?? 0) - (a.sourceUpdatedAtMs ?? 0))
      .slice(0, limit)
      .map((row) => row.recordId);
  }

  async judgeWalk(
    lease: Lease,
    walk: Walk,
    input: { coveredMs: number | null; verdict: ReadVerdict; evidence: ReadEvidence },
  ) {
    this.state.assertHeld(lease);
    Object.assign(this.stored(walk.id), { state: "judged", evidence: input.evidence });
    const run = this.state.run(lease.runId);
    run.verdict = input.verdict;
    run.brief.failedAttempts = 0;
    const before = this.state.bookmarks.get(lease.lane) ?? { atMs: null, coveredMs: null };
    this.state.bookmarks.set(lease.lane, { ...before, coveredMs: input.coveredMs ?? before.coveredMs });
  }

  async abandonWalk(lease: Lease, walk: Walk, evidence: ReadEvidence | null): Promise<void> {
    this.state.assertHeld(lease);
    Object.assign(this.stored(walk.id), { state: "abandoned", evidence });
  }

  async queueRecords(lease: Lease, recordIds: string[]): Promise<void> {
    this.state.assertHeld(lease);
    for (const id of recordIds) this.enqueue(lease, { id, updatedAtMs: null, subscribed: true });
  }

  private enqueue(lease: Lease, row: Omit<ListRow, "updatedAtMs"> & { updatedAtMs: number | null }): void {
    const queue = this.state.queue(lease.lane);
    const before = queue.get(row.id);
    queue.set(row.id, {
      recordId: row.id,
      seenMs: row.updatedAtMs ?? before?.seenMs ?? null,
      mark: (before?.mark ?? 0) + 1,
      withdrawal: (this.state.rows.get(row.id)?.listed ?? false) && !row.subscribed,
      doubtRuns: before?.doubtRuns ?? 0,
      checkAtMs: before?.checkAtMs ?? null,
      triedBy: before?.triedBy ?? null,
    });
  }

  private stored(walkId: string) {
    const walk = this.state.walks.find((one) => one.id === walkId);
    if (!walk) throw new Error(`no walk ${walkId}`);
    return walk;
  }
}
