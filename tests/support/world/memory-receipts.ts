import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";
import {
  type Contradiction,
  READ_FINDINGS,
  type ReadNotes,
  type ReceiptFacts,
  type ReceiptLimits,
  type ReceiptStore,
  type Sighting,
} from "@/lib/runner/receipt-port";
import type { MemoryRow, MemoryState } from "./memory-state";
import { newPending } from "./new-pending";

const LAG_COUNTS_MS = 7 * 24 * 3_600_000;

/** ReceiptStore in memory: the same rules as the SQL one. */
export class MemoryReceipts implements ReceiptStore {
  constructor(private readonly state: MemoryState) {}

  async lagMs(lease: Lease): Promise<number> {
    this.state.assertHeld(lease);
    const { lagMs, lagAtMs } = this.state.reading;
    return lagAtMs !== null && lagAtMs > this.state.clock.nowMs() - LAG_COUNTS_MS ? lagMs : 0;
  }

  async witnesses(lease: Lease, limit: number, except: readonly string[]): Promise<Sighting[]> {
    this.state.assertHeld(lease);
    return this.newest(limit, (row) => !except.includes(row.recordId));
  }

  async facts(lease: Lease, walk: Walk, limits: ReceiptLimits): Promise<ReceiptFacts> {
    this.state.assertHeld(lease);
    const startedAtMs = this.state.walks.find((one) => one.id === walk.id)?.startedAtMs ?? 0;
    const named = [...this.state.queue(lease.lane).values()].filter(
      (row) => row.cause === "hook" && row.queuedAtMs < startedAtMs && row.metByWalk !== walk.id,
    );
    const { drift, lastDrift, gapReads } = this.state.reading;
    return {
      newest: this.newest(limits.newest),
      addressed: this.newest(limits.addressed, (row) => row.addressHash !== null).map(({ id }) => id),
      named: named
        .map((row) => row.recordId)
        .sort(byText)
        .slice(0, limits.named),
      open: [...this.state.contradictions(lease.lane).values()]
        .map(({ walkId: _walk, ...one }) => one)
        .sort((a, b) => a.updatedAtMs - b.updatedAtMs || byText(a.id, b.id)),
      count: { drift, lastDrift, gapReads },
      known: this.known(),
      commitDelayMs: this.commitDelay(lease, walk, limits.marginMs),
    };
  }

  async compare(lease: Lease, walk: Walk, { listed, named, fromMs, limit }: Parameters<ReceiptStore["compare"]>[2]) {
    this.state.assertHeld(lease);
    const queue = this.state.queue(lease.lane);
    const met = new Map<string, number>();
    for (const row of this.state.rows.values())
      if (row.metByWalk === walk.id && row.outcome !== "gone" && row.sourceUpdatedAtMs !== null)
        met.set(row.recordId, row.sourceUpdatedAtMs);
    for (const row of queue.values())
      if (row.metByWalk === walk.id && row.seenMs !== null) met.set(row.recordId, row.seenMs);
    const inList = new Set(listed);
    const isMet = (id: string) =>
      queue.get(id)?.metByWalk === walk.id || this.state.rows.get(id)?.metByWalk === walk.id;
    return {
      unmet: [...new Set([...listed, ...named])].filter((id) => !isMet(id)).sort(byText),
      unlisted: [...met]
        .map(([id, updatedAtMs]) => ({ id, updatedAtMs }))
        .filter((row) => row.updatedAtMs >= fromMs && !inList.has(row.id))
        .sort(newestFirst)
        .slice(0, limit),
    };
  }

  async noteContradictions(lease: Lease, walk: Walk, found: Contradiction[]): Promise<void> {
    this.state.commit(lease, "noteContradictions");
    this.keep(lease, walk, found);
  }

  async note(lease: Lease, walk: Walk, notes: ReadNotes): Promise<void> {
    this.state.commit(lease, "noteRead");
    this.keep(lease, walk, notes.contradictions);
    this.close(lease, walk);
    for (const one of notes.supplied) this.supply(lease, one);
    this.measure(notes);
    const standing = new Set<string>(notes.findings.map(({ kind }) => kind));
    const lanes = ["scheduled", "manual"] as const;
    if (lanes.some((lane) => [...this.state.contradictions(lane).values()].some(({ looks }) => looks > 1)))
      standing.add("sync.suspect_short");
    for (const { kind, evidence } of notes.findings) this.state.findings.set(kind, evidence);
    for (const kind of READ_FINDINGS) if (!standing.has(kind)) this.state.findings.delete(kind);
    if (!lanes.some((lane) => [...this.state.queue(lane).values()].some(({ cause }) => cause === "vanished")))
      this.state.findings.delete("sync.record_vanished");
  }

  async noteVanished(lease: Lease, recordIds: string[]): Promise<void> {
    this.state.commit(lease, "noteVanished");
    this.state.findings.set("sync.record_vanished", { records: recordIds.length });
  }

  private newest(limit: number, also: (row: MemoryRow) => boolean = () => true): Sighting[] {
    return [...this.state.rows.values()]
      .filter(
        (row) => row.outcome !== "gone" && row.appliedDigest !== null && row.sourceUpdatedAtMs !== null && also(row),
      )
      .map((row) => ({ id: row.recordId, updatedAtMs: row.sourceUpdatedAtMs ?? 0 }))
      .sort(newestFirst)
      .slice(0, limit);
  }

  private known(): number {
    const rows = [...this.state.rows.values()].filter((row) => row.outcome !== "gone").length;
    const waiting = new Set(
      (["scheduled", "manual"] as const).flatMap((lane) =>
        [...this.state.queue(lane).keys()].filter((id) => !this.state.rows.has(id)),
      ),
    );
    return rows + waiting.size;
  }

  private commitDelay(lease: Lease, walk: Walk, marginMs: number): number | null {
    const { atMs, coveredMs } = this.state.bookmark(lease.lane);
    if (coveredMs === null || atMs === null) return null;
    const late = [...this.state.queue(lease.lane).values()].flatMap((row) => {
      const known = this.state.rows.get(row.recordId);
      if (row.metByWalk !== walk.id || row.mark !== 1 || row.seenMs === null || row.seenMs < atMs) return [];
      return known && (known.sourceUpdatedAtMs ?? 0) >= row.seenMs ? [] : [row.seenMs];
    });
    const delayMs = coveredMs + marginMs - Math.min(...late);
    return late.length > 0 && delayMs > 0 ? delayMs : null;
  }

  private keep(lease: Lease, walk: Walk, found: readonly Contradiction[]): void {
    const open = this.state.contradictions(lease.lane);
    for (const { id, updatedAtMs, receipts } of found) {
      const before = open.get(id);
      if (!before)
        open.set(id, {
          ...{ id, updatedAtMs, receipts, looks: 1, walkId: walk.id },
          ...{ firstLookMs: this.state.clock.nowMs(), landedMs: null },
        });
      else
        Object.assign(before, {
          ...{ receipts, walkId: walk.id, updatedAtMs: Math.max(before.updatedAtMs, updatedAtMs) },
          looks: before.looks + (before.walkId === walk.id ? 0 : 1),
          landedMs: updatedAtMs > before.updatedAtMs ? null : before.landedMs,
        });
    }
  }

  private close(lease: Lease, walk: Walk): void {
    const open = this.state.contradictions(lease.lane);
    for (const [id, one] of open) {
      const row = this.state.rows.get(id);
      const met = row?.metByWalk === walk.id || this.state.queue(lease.lane).get(id)?.metByWalk === walk.id;
      if (met || row?.outcome === "gone") open.delete(id);
      else if (one.landedMs === null && row && (row.sourceUpdatedAtMs ?? 0) >= one.updatedAtMs)
        one.landedMs = this.state.clock.nowMs();
    }
  }

  private supply(lease: Lease, { id, updatedAtMs }: Sighting): void {
    const row = this.state.rows.get(id);
    if (row && row.outcome !== "gone" && (row.sourceUpdatedAtMs ?? 0) >= updatedAtMs) return;
    const queue = this.state.queue(lease.lane);
    const before = queue.get(id);
    if (!before) {
      queue.set(id, newPending(id, { seenMs: updatedAtMs, queuedAtMs: this.state.clock.nowMs() }));
      return;
    }
    const again = before.cause === "retry" || before.cause === "vanished";
    Object.assign(before, {
      mark: before.mark + 1,
      seenMs: Math.max(before.seenMs ?? updatedAtMs, updatedAtMs),
      stage: again ? 0 : before.stage,
      checkAtMs: before.cause === "doubt" ? before.checkAtMs : null,
      cause: before.cause === "doubt" ? "doubt" : "walk",
    });
  }

  private measure({ count, lagMs }: ReadNotes): void {
    const { reading } = this.state;
    const nowMs = this.state.clock.nowMs();
    const fresh = reading.lagAtMs !== null && reading.lagAtMs > nowMs - LAG_COUNTS_MS;
    if (lagMs > 0) {
      if (lagMs >= reading.lagMs || !fresh) reading.lagAtMs = nowMs;
      reading.lagMs = fresh ? Math.max(reading.lagMs, lagMs) : lagMs;
    }
    if (count === null) return;
    reading.drift = count.drift ?? reading.drift;
    reading.lastDrift = count.lastDrift ?? reading.lastDrift;
    reading.gapReads = count.gapReads;
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newestFirst = (a: Sighting, b: Sighting): number => b.updatedAtMs - a.updatedAtMs || byText(a.id, b.id);
