import { InvariantViolation } from "@/lib/kernel/errors";
import { OPTED_OUT_STATES } from "@/lib/rules/consent";
import type { Caps } from "@/lib/rules/schema";
import { advanceBookmark } from "@/lib/runner/bookmark";
import type {
  BatchCounts,
  ChunkFacts,
  ClaimAnswer,
  ClaimRequest,
  DeliveryStore,
  Lease,
  PendingRow,
  Settlement,
} from "@/lib/runner/ports";
import { LANDED, type Landed } from "@/lib/runner/states";
import { closeOpenBatch } from "./memory-leases";
import { type MemoryLedgerRow, type MemoryPending, type MemoryRow, type MemoryState, noCounts } from "./memory-state";
import { newPending } from "./memory-walks";

const isLanded = (outcome: string): outcome is Landed => (LANDED as readonly string[]).includes(outcome);

type Used = Omit<Caps, "minutes">;

/** DeliveryStore in memory: the same rules as the SQL one. */
export class MemoryDeliveries implements DeliveryStore {
  constructor(private readonly state: MemoryState) {}

  async openBatch(lease: Lease, limit: number): Promise<{ batchId: string; pending: PendingRow[] } | null> {
    this.state.commit(lease, "openBatch");
    const { kind, testRecordIds } = this.state.run(lease.runId).brief;
    for (const batch of this.state.batches) if (batch.runId === lease.runId) closeOpenBatch(batch);
    const nowMs = this.state.clock.nowMs();
    const due = [...this.state.queue(lease.lane).values()]
      .filter((row) => row.checkAtMs === null || row.checkAtMs <= nowMs)
      .filter((row) => kind !== "test" || (testRecordIds ?? []).includes(row.recordId))
      .filter((row) => kind !== "opt_out" || row.withdrawal)
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
      again: cause === "retry" || cause === "recheck" ? { cause, stage } : null,
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
      owners: this.ownersOf([
        ...input.addressHashes,
        ...input.recordIds.flatMap((id) => rows.get(id)?.addressHash ?? []),
      ]),
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
        this.close(row, "released");
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
    for (const settlement of settlements) {
      this.settleLedger(settlement);
      this.settleRow(settlement);
    }
    this.passAddressesOn(lease, settlements);
    for (const settlement of settlements) this.settlePending(lease, batch.counts, settlement);
  }

  async closeBatch(lease: Lease, batchId: string | null): Promise<{ bookmarkMs: number | null }> {
    this.state.commit(lease, "closeBatch");
    const { brief } = this.state.run(lease.runId);
    const landed = batchId === null || this.endBatch(lease, batchId);
    const before = this.state.bookmark(lease.lane);
    const moves = landed && (brief.kind === "ordinary" || brief.kind === "sweep");
    const atMs = moves ? advanceBookmark(before.atMs, before.coveredMs, this.oldestUnlandedMs(lease)) : before.atMs;
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

  /** By address, the record that owns it: one whose customer has opted out before all others, else the newest that is listed under it. */
  private ownersOf(hashes: string[]): ChunkFacts["owners"] {
    const asked = new Set(hashes);
    const owners: ChunkFacts["owners"] = new Map();
    const candidates = [...this.state.rows.values()]
      .filter((row) => row.outcome !== "gone" && (row.listed || row.optedOut))
      .sort(owningOrder);
    for (const row of candidates) {
      if (row.addressHash === null || !asked.has(row.addressHash) || owners.has(row.addressHash)) continue;
      owners.set(row.addressHash, {
        recordId: row.recordId,
        sourceUpdatedAtMs: row.sourceUpdatedAtMs ?? 0,
        withdrawn: row.optedOut,
      });
    }
    return owners;
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

  private close(row: MemoryLedgerRow, to: MemoryLedgerRow["state"]): void {
    row.state = to;
    if (to === "doubt") return;
    row.sent = null;
    this.state.open.delete(row.ledgerId);
  }

  private settleLedger({ ledger, looks, callsUsed, applied }: Settlement): void {
    const row = ledger && this.state.ledger.get(ledger.id);
    if (!ledger || !row) return;
    const given = row.state === "claimed" && (callsUsed > 0 || ledger.to === "released");
    const { brief } = this.state.run(row.runId);
    if (!row.exempt) {
      const frees =
        row.maybeCreates && (ledger.to === "released" || ledger.to === "refused" || applied?.created === false);
      brief.used = {
        calls: Math.max(0, brief.used.calls - (given ? row.calls - callsUsed : 0)),
        written: Math.max(0, brief.used.written - (ledger.to === "released" ? 1 : 0)),
        created: Math.max(0, brief.used.created - (frees ? 1 : 0)),
      };
    }
    if (given) row.calls = callsUsed;
    row.looks = looks;
    row.destinationId = applied?.destinationId ?? row.destinationId;
    this.close(row, ledger.to);
  }

  private settleRow(settlement: Settlement): void {
    const { recordId, outcome, applied, tombstone, landedLate } = settlement;
    if (tombstone) this.state.tombstones.add(recordId);
    const landed = isLanded(outcome);
    if (!landed && !applied && !landedLate) return;
    const old = this.state.rows.get(recordId);
    const moved = (settlement.addressHash ?? old?.addressHash ?? null) !== (old?.addressHash ?? null);
    const left = moved && !(old?.listed ?? false);
    const consentState = landed ? settlement.consentState : (settlement.consentState ?? old?.consentState ?? null);
    const digest = applied?.digest ?? (left ? null : (old?.appliedDigest ?? null));
    this.state.rows.set(recordId, {
      recordId,
      outcome: landed ? outcome : (old?.outcome ?? "delivered"),
      reason: landed ? settlement.reason : (old?.reason ?? null),
      appliedDigest: tombstone || landedLate ? null : digest,
      sourceUpdatedAtMs: greatest(old?.sourceUpdatedAtMs ?? null, settlement.sourceUpdatedAtMs),
      readAtMs: Math.max(old?.readAtMs ?? 0, settlement.readAtMs),
      sequence: applied?.sequence ?? old?.sequence ?? 0,
      consentState,
      optedOut: OPTED_OUT_STATES.includes(consentState ?? ""),
      addressHash: moved && (applied || landedLate || left) ? settlement.addressHash : (old?.addressHash ?? null),
      destinationId: destinationOf(settlement, old, moved, left),
      listed: !tombstone && (landedLate !== null || (applied?.listed ?? old?.listed ?? false)),
      metByWalk: old?.metByWalk ?? null,
      settledAtMs: this.state.clock.nowMs(),
    });
  }

  /** An address has one owner: whoever was listed under it last; the sharers of an address whose owner left are decided anew. */
  private passAddressesOn(lease: Lease, settlements: Settlement[]): void {
    const settled = new Set(settlements.map((one) => one.recordId));
    const taken = new Set(settlements.flatMap((one) => (one.applied?.listed && one.addressHash) || []));
    const left = new Set(settlements.flatMap((one) => one.requeueHashes));
    for (const row of this.state.rows.values()) {
      if (row.addressHash === null || settled.has(row.recordId)) continue;
      if (taken.has(row.addressHash)) row.listed = false;
      if (left.has(row.addressHash) && row.outcome !== "gone") this.queueSharer(lease, row.recordId);
    }
  }

  private queueSharer(lease: Lease, recordId: string): void {
    const queue = this.state.queue(lease.lane);
    const before = queue.get(recordId);
    if (!before) {
      queue.set(recordId, newPending(recordId, { cause: "hook" }));
      return;
    }
    Object.assign(before, {
      mark: before.mark + 1,
      checkAtMs: before.cause === "doubt" ? before.checkAtMs : null,
      cause: before.cause === "retry" ? "hook" : before.cause,
    });
  }

  private settlePending(lease: Lease, counts: BatchCounts, settlement: Settlement): void {
    const { outcome, recordId } = settlement;
    const queue = this.state.queue(lease.lane);
    const row = queue.get(recordId);
    const total = this.state.run(lease.runId).counts;
    if (
      row?.triedBy === lease.runId &&
      (row.lastOutcome === "doubt" || row.lastOutcome === "failed") &&
      total[row.lastOutcome] > 0
    ) {
      total[row.lastOutcome]--;
      total.taken--;
    }
    total.taken++;
    total[outcome]++;
    counts[outcome]++;
    if (!row) return;
    if (isLanded(outcome)) {
      this.takeOff(queue, row, settlement);
      return;
    }
    Object.assign(row, {
      ...{ checkAtMs: settlement.checkAtMs, triedBy: lease.runId, lastOutcome: outcome },
      ...{ doubtRuns: settlement.doubtRuns, looks: settlement.looks },
      cause: outcome === "doubt" && row.cause !== "recheck" ? "doubt" : row.cause,
    });
  }

  /** A landed record leaves the queue, unless it was seen again meanwhile or is to be looked at again. */
  private takeOff(queue: Map<string, MemoryPending>, row: MemoryPending, { mark, again }: Settlement): void {
    const untried = { triedBy: null, lastOutcome: null, doubtRuns: 0, looks: 0 };
    if (row.mark !== mark)
      Object.assign(row, { ...untried, checkAtMs: null, cause: row.cause === "doubt" ? "walk" : row.cause });
    else if (again === null) queue.delete(row.recordId);
    else
      Object.assign(row, {
        ...untried,
        ...{ cause: again.cause, stage: again.stage, checkAtMs: again.atMs, seenMs: null, withdrawal: false },
      });
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
  private oldestUnlandedMs(lease: Lease): number | null {
    const times = [...this.state.queue(lease.lane).values()].flatMap((row) =>
      row.seenMs !== null && HOLDING.has(row.cause) ? [row.seenMs] : [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }
}

const HOLDING: ReadonlySet<MemoryPending["cause"]> = new Set(["walk", "doubt", "hook"] as const);

function destinationOf(
  settlement: Settlement,
  old: MemoryRow | undefined,
  moved: boolean,
  left: boolean,
): string | null {
  if (settlement.tombstone) return null;
  if (settlement.landedLate) return settlement.landedLate.destinationId;
  const told = settlement.applied?.destinationId ?? null;
  if (settlement.applied) return moved ? told : (told ?? old?.destinationId ?? null);
  return left ? null : (old?.destinationId ?? null);
}

const withKey = <T>(id: string, row: T | undefined): [string, T][] => (row === undefined ? [] : [[id, { ...row }]]);

const openClaim = ({ state, ...row }: MemoryLedgerRow) =>
  ({ ...row, state: state === "claimed" ? "claimed" : "doubt" }) as const;

const greatest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

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

const owningOrder = (a: MemoryRow, b: MemoryRow): number =>
  Number(b.optedOut) - Number(a.optedOut) ||
  (b.sourceUpdatedAtMs ?? 0) - (a.sourceUpdatedAtMs ?? 0) ||
  compareTexts(a.recordId, b.recordId);

const takingOrder = (a: MemoryPending, b: MemoryPending): number =>
  Number(b.withdrawal) - Number(a.withdrawal) ||
  (a.seenMs ?? 0) - (b.seenMs ?? 0) ||
  compareTexts(a.recordId, b.recordId);
