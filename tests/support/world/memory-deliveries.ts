import { randomUUID } from "node:crypto";
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
import { LANDED } from "@/lib/runner/states";
import { type MemoryPending, type MemoryState, noCounts } from "./memory-state";

const isLanded = (outcome: string): boolean => (LANDED as readonly string[]).includes(outcome);

/** DeliveryStore in memory: the same rules as the SQL one. */
export class MemoryDeliveries implements DeliveryStore {
  readonly batches: BatchCounts[] = [];
  constructor(private readonly state: MemoryState) {}

  async openBatch(lease: Lease, limit: number): Promise<{ batchId: string; pending: PendingRow[] } | null> {
    this.state.assertHeld(lease);
    const nowMs = this.state.clock.nowMs();
    const due = [...this.state.queue(lease.lane).values()]
      .filter((row) => row.checkAtMs === null || row.checkAtMs <= nowMs)
      .sort(takingOrder)
      .slice(0, limit);
    if (due.length === 0) return null;
    this.batches.push(noCounts());
    return { batchId: String(this.batches.length - 1), pending: structuredClone(due) };
  }

  async facts(lease: Lease, input: { recordIds: string[]; addressHashes: string[] }): Promise<ChunkFacts> {
    this.state.assertHeld(lease);
    const facts: ChunkFacts = {
      rows: new Map(),
      claims: new Map(),
      owners: new Map(),
      suppressed: new Set(),
      tombstoned: new Set(),
    };
    for (const id of input.recordIds) {
      const row = this.state.rows.get(id);
      if (row) facts.rows.set(id, structuredClone(row));
      if (this.state.tombstones.has(id)) facts.tombstoned.add(id);
      const claim = this.state.ledger.find(
        (one) => one.recordId === id && (one.state === "claimed" || one.state === "doubt"),
      );
      if (claim)
        facts.claims.set(id, { ...structuredClone(claim), state: claim.state === "claimed" ? "claimed" : "doubt" });
    }
    for (const hash of input.addressHashes) {
      if (this.state.suppressed.has(hash)) facts.suppressed.add(hash);
      const owner = this.ownerOf(hash);
      if (owner) facts.owners.set(hash, owner);
    }
    return facts;
  }

  async claim(lease: Lease, caps: Caps, requests: ClaimRequest[]): Promise<ClaimAnswer[]> {
    this.state.assertHeld(lease);
    return requests.map((request) => this.claimOne(lease, caps, request));
  }

  async settle(lease: Lease, batchId: string, settlements: Settlement[]): Promise<void> {
    this.state.assertHeld(lease);
    for (const settlement of settlements) {
      this.settleLedger(lease, settlement);
      this.settleRow(settlement);
      this.settlePending(lease, settlement);
      this.count(lease, batchId, settlement);
    }
  }

  async closeBatch(lease: Lease, _batchId: string | null): Promise<{ bookmarkMs: number | null }> {
    this.state.assertHeld(lease);
    const before = this.state.bookmarks.get(lease.lane) ?? { atMs: null, coveredMs: null };
    const run = this.state.run(lease.runId);
    run.brief.failedAttempts = 0;
    const unlanded = [...this.state.queue(lease.lane).values()].flatMap((row) =>
      row.seenMs === null ? [] : [row.seenMs],
    );
    const oldest = unlanded.length === 0 ? null : Math.min(...unlanded);
    const atMs = run.brief.kind === "test" ? before.atMs : advanceBookmark(before.atMs, before.coveredMs, oldest);
    this.state.bookmarks.set(lease.lane, { ...before, atMs });
    this.state.bookmarkHistory.push({ lane: lease.lane, atMs });
    return { bookmarkMs: atMs };
  }

  async counts(lease: Lease): Promise<BatchCounts> {
    return structuredClone(this.state.run(lease.runId).counts);
  }

  async nextCheck(lease: Lease): Promise<number | null> {
    const checks = [...this.state.queue(lease.lane).values()].flatMap((row) =>
      row.triedBy === lease.runId && row.checkAtMs !== null ? [row.checkAtMs] : [],
    );
    return checks.length === 0 ? null : Math.min(...checks);
  }

  private ownerOf(hash: string) {
    const owners = [...this.state.rows.values()].filter(
      (row) => row.addressHash === hash && (row.listed || row.reason === "unsubscribed"),
    );
    const newest = owners.sort((a, b) => (b.sourceUpdatedAtMs ?? 0) - (a.sourceUpdatedAtMs ?? 0))[0];
    return (
      newest && {
        recordId: newest.recordId,
        sourceUpdatedAtMs: newest.sourceUpdatedAtMs ?? 0,
        withdrawn: owners.some((row) => row.reason === "unsubscribed"),
      }
    );
  }

  private claimOne(lease: Lease, caps: Caps, request: ClaimRequest): ClaimAnswer {
    const open = this.state.ledger.some(
      (row) =>
        (row.state === "claimed" || row.state === "doubt") &&
        (row.recordId === request.recordId || row.addressHash === request.addressHash),
    );
    if (open) return { kind: "open_elsewhere" };
    const { used } = this.state.run(lease.runId).brief;
    const created = request.maybeCreates ? 1 : 0;
    const fits =
      used.calls + request.calls <= caps.calls &&
      used.written + 1 <= caps.written &&
      used.created + created <= caps.created;
    if (!request.exempt && !fits) return { kind: "capped" };
    used.calls += request.calls;
    used.written += 1;
    used.created += created;
    const ledgerId = randomUUID();
    this.state.ledger.push({
      ledgerId,
      state: "claimed",
      key: request.deliveryKey,
      syncId: lease.syncId,
      runId: lease.runId,
      lane: lease.lane,
      recordId: request.recordId,
      epoch: lease.epoch,
      claimedAtMs: this.state.clock.nowMs(),
      looks: 0,
      sent: structuredClone(request.body),
      payloadDigest: request.payloadDigest,
      sequence: request.sequence,
      addressHash: request.addressHash,
      destinationId: request.destinationId,
      maybeCreates: request.maybeCreates,
      calls: request.calls,
      exempt: request.exempt,
    });
    return { kind: "claimed", ledgerId };
  }

  private settleLedger(lease: Lease, { ledger, looks, callsUsed, applied }: Settlement): void {
    const row = ledger && this.state.ledger.find((one) => one.ledgerId === ledger.id);
    if (!ledger || !row) return;
    row.state = ledger.to;
    row.looks = looks;
    if (ledger.to !== "doubt") row.sent = null;
    const { used } = this.state.run(lease.runId).brief;
    if (row.runId === lease.runId && callsUsed > 0) used.calls -= row.calls - callsUsed;
    if (ledger.to === "released" && row.runId === lease.runId) {
      if (callsUsed === 0) used.calls -= row.calls;
      used.written -= 1;
    }
    if (row.maybeCreates && (ledger.to === "released" || ledger.to === "refused" || applied?.created === false))
      used.created -= 1;
  }

  private settleRow(settlement: Settlement): void {
    const before = this.state.rows.get(settlement.recordId);
    if (settlement.tombstone) this.state.tombstones.add(settlement.recordId);
    if (!isLanded(settlement.outcome) && !settlement.applied) return;
    const { applied } = settlement;
    this.state.rows.set(settlement.recordId, {
      recordId: settlement.recordId,
      outcome: isLanded(settlement.outcome)
        ? (settlement.outcome as (typeof LANDED)[number])
        : (before?.outcome ?? "delivered"),
      reason: settlement.reason,
      appliedDigest: applied?.digest ?? before?.appliedDigest ?? null,
      sourceUpdatedAtMs: settlement.sourceUpdatedAtMs ?? before?.sourceUpdatedAtMs ?? null,
      readAtMs: settlement.readAtMs,
      sequence: applied?.sequence ?? before?.sequence ?? 0,
      addressHash: settlement.addressHash ?? before?.addressHash ?? null,
      destinationId: applied?.destinationId ?? before?.destinationId ?? null,
      listed: applied?.listed ?? before?.listed ?? false,
      consentState: settlement.consentState,
      consenting: settlement.consentState === "SUBSCRIBED",
    });
  }

  private settlePending(lease: Lease, settlement: Settlement): void {
    const queue = this.state.queue(lease.lane);
    const row = queue.get(settlement.recordId);
    if (!row) return;
    if (isLanded(settlement.outcome)) {
      if (row.mark === settlement.mark) queue.delete(settlement.recordId);
      return;
    }
    Object.assign(row, { checkAtMs: settlement.checkAtMs, doubtRuns: settlement.doubtRuns, triedBy: lease.runId });
  }

  private count(lease: Lease, batchId: string, { outcome }: Settlement): void {
    const batch = this.batches[Number(batchId)];
    if (!batch) throw new Error(`no batch ${batchId}`);
    for (const counts of [batch, this.state.run(lease.runId).counts]) {
      counts.taken++;
      counts[outcome]++;
    }
  }
}

const takingOrder = (a: MemoryPending, b: MemoryPending): number =>
  Number(b.withdrawal) - Number(a.withdrawal) ||
  (a.seenMs ?? 0) - (b.seenMs ?? 0) ||
  (a.recordId < b.recordId ? -1 : 1);
