import { InvariantViolation } from "@/lib/kernel/errors";
import type { Caps } from "@/lib/rules/schema";
import { advanceBookmark } from "@/lib/runner/bookmark";
import type {
  BatchCounts,
  ChunkFacts,
  ClaimAnswer,
  ClaimRequest,
  DeliveryStore,
  GuardDecision,
  GuardFacts,
  PendingRow,
  Settlement,
} from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { RELEASED_AFTER_MS } from "@/lib/runner/receipts/contradictions";
import { closeOpenBatch } from "./memory-leases";
import { closeClaim, HOLDING, MemorySettlements } from "./memory-settlements";
import { type MemoryLedgerRow, type MemoryPending, type MemoryRow, type MemoryState, noCounts } from "./memory-state";

type Used = Omit<Caps, "minutes">;

/** DeliveryStore in memory: the same rules as the SQL one. */
export class MemoryDeliveries implements DeliveryStore {
  private readonly settlements: MemorySettlements;

  constructor(private readonly state: MemoryState) {
    this.settlements = new MemorySettlements(state);
  }

  async guardFacts(lease: Lease): Promise<GuardFacts> {
    this.state.assertHeld(lease);
    const waiting = [...this.state.queue(lease.lane).values()].filter(
      (row) => !row.withdrawal && HOLDING.has(row.cause),
    );
    return { pending: waiting.length, usual: this.usualSize(), approved: this.state.sync.guardApproved };
  }

  async passGuard(lease: Lease, decision: GuardDecision): Promise<void> {
    this.state.commit(lease, "passGuard");
    const { sync } = this.state;
    if (decision.kind === "wait") Object.assign(sync, { guardShown: decision.pending, guardApproved: null });
    else {
      if (decision.clears) Object.assign(sync, { guardShown: null, guardApproved: null });
      // Its minutes count from here.
      Object.assign(this.state.run(lease.runId).brief, { guardPassed: true, startedAtMs: this.state.clock.nowMs() });
    }
  }

  async openBatch(
    lease: Lease,
    limit: number,
    only?: "withdrawals",
  ): Promise<{ batchId: string; pending: PendingRow[] } | null> {
    this.state.commit(lease, "openBatch");
    const { kind, testRecordIds } = this.state.run(lease.runId).brief;
    for (const batch of this.state.batches) if (batch.runId === lease.runId) closeOpenBatch(batch);
    const nowMs = this.state.clock.nowMs();
    const due = [...this.state.queue(lease.lane).values()]
      .filter((row) => row.checkAtMs === null || row.checkAtMs <= nowMs)
      .filter((row) => kind !== "test" || (testRecordIds ?? []).includes(row.recordId))
      .filter((row) => (kind !== "opt_out" && only !== "withdrawals") || row.withdrawal)
      .sort(takingOrder)
      .slice(0, Math.min(limit, this.state.batchLimit));
    if (due.length === 0) return null;
    this.state.batches.push({
      runId: lease.runId,
      counts: { ...noCounts(), taken: due.length },
      returned: null,
    });
    const pending = due.map(({ recordId, seenMs, mark, withdrawal, doubtRuns, cause, stage }) => ({
      ...{ recordId, seenMs, mark, withdrawal, doubtRuns },
      again:
        stage > 0 ? { cause: cause === "retry" || cause === "vanished" ? cause : ("recheck" as const), stage } : null,
    }));
    return { batchId: String(this.state.batches.length - 1), pending };
  }

  async facts(lease: Lease, input: { recordIds: string[]; addressHashes: string[] }): Promise<ChunkFacts> {
    this.state.assertHeld(lease);
    const { rows, suppressed, tombstones } = this.state;
    const asked = new Set(input.recordIds);
    const claims = this.state.openClaims().filter((claim) => asked.has(claim.recordId));
    return {
      rows: new Map(input.recordIds.flatMap((id) => withKey(id, rows.get(id)))),
      claims: new Map(claims.map((claim) => [claim.recordId, openClaim(claim)])),
      ...this.sharersOf([...input.addressHashes, ...input.recordIds.flatMap((id) => rows.get(id)?.addressHash ?? [])]),
      suppressed: new Set(input.addressHashes.filter((hash) => suppressed.has(hash))),
      tombstoned: new Set(input.recordIds.filter((id) => tombstones.has(id))),
    };
  }

  async claim(lease: Lease, caps: Caps, requests: ClaimRequest[]): Promise<ClaimAnswer[]> {
    this.state.commit(lease, "claim");
    const inserted = this.insertClaims(lease, requests);
    const { brief } = this.state.run(lease.runId);
    return requests.map((request, index): ClaimAnswer => {
      const row = inserted.get(index);
      if (!row) return { kind: "open_elsewhere" };
      const next = request.exempt ? brief.used : addUse(brief.used, request);
      if (!fits(next, brief.used, caps)) {
        closeClaim(this.state, row, "released");
        row.calls = 0;
        return { kind: "capped" };
      }
      brief.used = next;
      return { kind: "claimed", ledgerId: row.ledgerId };
    });
  }

  async settle(lease: Lease, batchId: string, settlements: Settlement[]): Promise<void> {
    this.state.assertHeld(lease);
    const batch = this.state.batches[Number(batchId)];
    if (!batch || batch.runId !== lease.runId || batch.returned !== null)
      throw new InvariantViolation(`Batch ${batchId} is not open in this run.`);
    for (const { ledger } of settlements)
      if (ledger && !this.state.open.has(ledger.id))
        throw new InvariantViolation("A settlement names a claim that is not open in its sync.");
    this.state.commit(lease, "settle");
    this.settlements.settle(lease, batch.counts, settlements);
  }

  async closeBatch(lease: Lease, batchId: string | null): Promise<{ bookmarkMs: number | null }> {
    this.state.commit(lease, "closeBatch");
    const { brief } = this.state.run(lease.runId);
    const landed = batchId === null || this.endBatch(lease, batchId);
    const before = this.state.bookmark(lease.lane);
    const moves = landed && (brief.kind === "ordinary" || brief.kind === "sweep");
    const atMs = moves ? advanceBookmark(before.atMs, before.coveredMs, this.oldestHoldingMs(lease)) : before.atMs;
    this.state.bookmarks.set(lease.lane, { ...before, atMs });
    this.state.bookmarkHistory.push({ lane: lease.lane, atMs });
    return { bookmarkMs: atMs };
  }

  async counts(lease: Lease): Promise<BatchCounts> {
    return { ...this.state.run(lease.runId).counts };
  }

  async nextCheck(lease: Lease): Promise<number | null> {
    const checks = [...this.state.queue(lease.lane).values()].flatMap((row) =>
      row.triedBy === lease.runId && row.checkAtMs !== null ? [row.checkAtMs] : [],
    );
    return checks.length === 0 ? null : Math.min(...checks);
  }

  /** Median of what the last 20 proven scheduled runs had; null before the first. */
  private usualSize(): number | null {
    const proven = [...this.state.runs.values()]
      .filter(({ brief, verdict }) => brief.lane === "scheduled" && brief.kind === "ordinary" && verdict !== null)
      .filter(
        ({ brief, verdict }) => brief.state === "succeeded" && (verdict === "healthy" || verdict === "proven_quiet"),
      )
      .sort((a, b) => (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0))
      .slice(0, 20)
      .map((run) => this.sizeOf(run.brief.runId))
      .sort((a, b) => a - b);
    const [low, high] = [proven[(proven.length - 1) >> 1], proven[proven.length >> 1]];
    return low === undefined || high === undefined ? null : (low + high) / 2;
  }

  private sizeOf(runId: string): number {
    return this.state.batches
      .filter((batch) => batch.runId === runId)
      .reduce((sum, batch) => sum + batch.counts.taken - (batch.returned ?? 0), 0);
  }

  /** By address, the record that is listed under it (the newest), and those whose customers have opted out. */
  private sharersOf(hashes: string[]): Pick<ChunkFacts, "owners" | "optOuts"> {
    const asked = new Set(hashes);
    const owners: ChunkFacts["owners"] = new Map();
    const optOuts: ChunkFacts["optOuts"] = new Map();
    for (const row of [...this.state.rows.values()].sort(oldestFirst)) {
      if (row.outcome === "gone" || row.addressHash === null || !asked.has(row.addressHash)) continue;
      const { recordId, addressHash, sourceUpdatedAtMs } = row;
      if (row.listed) owners.set(addressHash, { recordId, sourceUpdatedAtMs: sourceUpdatedAtMs ?? 0 });
      if (row.optedOut) optOuts.set(addressHash, [...(optOuts.get(addressHash) ?? []), recordId]);
    }
    return { owners, optOuts };
  }

  /** Rows by the index of their request; none where the record or the address has an open claim already. */
  private insertClaims(lease: Lease, requests: ClaimRequest[]): Map<number, MemoryLedgerRow> {
    const order = requests.map((request, index) => ({ request, index })).sort(insertionOrder);
    const inserted = new Map<number, MemoryLedgerRow>();
    for (const { request, index } of order) {
      if (this.state.guards.oneOpenClaim && this.isOpenElsewhere(request)) continue;
      const row: MemoryLedgerRow = {
        ledgerId: this.state.nextId("claim"),
        state: "claimed",
        key: request.deliveryKey,
        syncId: lease.syncId,
        runId: lease.runId,
        lane: lease.lane,
        recordId: request.recordId,
        epoch: lease.epoch,
        claimedAtMs: this.state.clock.nowMs(),
        looks: 0,
        sent: request.body,
        payloadDigest: request.payloadDigest,
        sequence: request.sequence,
        addressHash: request.addressHash,
        destinationId: request.destinationId,
        maybeCreates: request.maybeCreates,
        calls: request.calls,
        exempt: request.exempt,
        checkAtMs: null,
      };
      this.state.ledger.set(row.ledgerId, row);
      this.state.open.add(row.ledgerId);
      inserted.set(index, row);
    }
    return inserted;
  }

  private isOpenElsewhere(request: ClaimRequest): boolean {
    return this.state
      .openClaims()
      .some((row) => row.recordId === request.recordId || row.addressHash === request.addressHash);
  }

  /** @returns whether every record that the batch took has landed */
  private endBatch(lease: Lease, batchId: string): boolean {
    const batch = this.state.batches[Number(batchId)];
    if (!batch || batch.runId !== lease.runId || batch.returned !== null)
      throw new InvariantViolation(`Batch ${batchId} is not open in this run.`);
    closeOpenBatch(batch);
    const landed = batch.counts.doubt + batch.counts.failed + (batch.returned ?? 0) === 0;
    if (landed) this.state.run(lease.runId).brief.failedAttempts = 0;
    return landed;
  }

  /** A record that was chosen for a test, or has landed and is looked at again, does not hold the bookmark. */
  /** What holds the bookmark: unlanded records, and contradictions until a day after they landed by id. */
  private oldestHoldingMs(lease: Lease): number | null {
    const nowMs = this.state.clock.nowMs();
    const contradicted = [...this.state.contradictions(lease.lane).values()].flatMap(({ updatedAtMs, landedMs }) =>
      landedMs === null || landedMs > nowMs - RELEASED_AFTER_MS ? [updatedAtMs] : [],
    );
    const unlanded = [...this.state.queue(lease.lane).values()].flatMap((row) =>
      row.seenMs !== null && HOLDING.has(row.cause) ? [row.seenMs] : [],
    );
    const times = [...unlanded, ...contradicted];
    return times.length === 0 ? null : Math.min(...times);
  }
}

const withKey = <T>(id: string, row: T | undefined): [string, T][] => (row === undefined ? [] : [[id, { ...row }]]);

const openClaim = ({ state, ...row }: MemoryLedgerRow) =>
  ({ ...row, state: state === "claimed" ? "claimed" : "doubt" }) as const;

const addUse = (used: Used, { calls, maybeCreates }: ClaimRequest): Used => ({
  calls: used.calls + calls,
  created: used.created + (maybeCreates ? 1 : 0),
  written: used.written + 1,
});

/** Only what grows is held against its cap. */
const fits = (next: Used, used: Used, caps: Caps): boolean =>
  (["calls", "created", "written"] as const).every((cap) => next[cap] === used[cap] || next[cap] <= caps[cap]);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Indexed = { request: ClaimRequest; index: number };
const insertionOrder = (a: Indexed, b: Indexed): number =>
  compareTexts(a.request.addressHash, b.request.addressHash) || compareTexts(a.request.recordId, b.request.recordId);

const oldestFirst = (a: MemoryRow, b: MemoryRow): number =>
  (a.sourceUpdatedAtMs ?? 0) - (b.sourceUpdatedAtMs ?? 0) || compareTexts(a.recordId, b.recordId);

const takingOrder = (a: MemoryPending, b: MemoryPending): number =>
  Number(b.withdrawal) - Number(a.withdrawal) ||
  (a.seenMs ?? 0) - (b.seenMs ?? 0) ||
  compareTexts(a.recordId, b.recordId);
