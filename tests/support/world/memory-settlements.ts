import { OPTED_OUT_STATES } from "@/lib/rules/consent";
import type { BatchCounts, Settlement } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { LANDED, type Landed } from "@/lib/runner/states";
import type { MemoryLedgerRow, MemoryPending, MemoryRow, MemoryState } from "./memory-state";
import { newPending } from "./new-pending";

/** Causes that hold the bookmark back. */
export const HOLDING: ReadonlySet<MemoryPending["cause"]> = new Set(["walk", "doubt", "hook"] as const);

const isLanded = (outcome: string): outcome is Landed => (LANDED as readonly string[]).includes(outcome);

/** Ends a claim, or leaves it in doubt. */
export function closeClaim(state: MemoryState, row: MemoryLedgerRow, to: MemoryLedgerRow["state"]): void {
  row.state = to;
  if (to === "doubt") return;
  row.sent = null;
  state.open.delete(row.ledgerId);
}

/** What settling a chunk does to ledger, record rows and queue: the same as the SQL statements, in their order. */
export class MemorySettlements {
  constructor(private readonly state: MemoryState) {}

  settle(lease: Lease, counts: BatchCounts, settlements: Settlement[]): void {
    for (const settlement of settlements) {
      this.settleLedger(settlement);
      this.settleRow(settlement);
    }
    this.passAddressesOn(lease, settlements);
    for (const settlement of settlements) this.settlePending(lease, counts, settlement);
  }

  private settleLedger({ ledger, looks, callsUsed, applied, checkAtMs }: Settlement): void {
    const row = ledger && this.state.ledger.get(ledger.id);
    if (!ledger || !row) return;
    const wasClaimed = row.state === "claimed";
    const given = wasClaimed && (callsUsed > 0 || ledger.to === "released");
    const { brief } = this.state.run(row.runId);
    if (!row.exempt) {
      const frees =
        row.maybeCreates &&
        ((wasClaimed && (ledger.to === "released" || ledger.to === "refused")) || applied?.created === false);
      brief.used = {
        calls: Math.max(0, brief.used.calls - (given ? row.calls - callsUsed : 0)),
        written: Math.max(0, brief.used.written - (wasClaimed && ledger.to === "released" ? 1 : 0)),
        created: Math.max(0, brief.used.created - (frees ? 1 : 0)),
      };
    }
    if (given) row.calls = callsUsed;
    row.looks = looks;
    row.checkAtMs = checkAtMs;
    row.destinationId = applied?.destinationId ?? row.destinationId;
    closeClaim(this.state, row, ledger.to);
  }

  private settleRow(settlement: Settlement): void {
    const { recordId, outcome, applied, tombstone, landedLate } = settlement;
    if (tombstone) this.state.tombstones.add(recordId);
    const landed = isLanded(outcome);
    if (!landed && !applied && !landedLate) return;
    const old = this.state.rows.get(recordId);
    const moved = (settlement.addressHash ?? old?.addressHash ?? null) !== (old?.addressHash ?? null);
    const left = moved && !(old?.listed ?? false);
    const told = landed && settlement.reason !== "vanished";
    const consentState = told ? settlement.consentState : (settlement.consentState ?? old?.consentState ?? null);
    // A read belongs to the version that it showed.
    const isNewer = old?.sourceUpdatedAtMs != null && (settlement.sourceUpdatedAtMs ?? 0) > old.sourceUpdatedAtMs;
    const digest = applied?.digest ?? (left ? null : (old?.appliedDigest ?? null));
    this.state.rows.set(recordId, {
      recordId,
      outcome: landed ? outcome : (old?.outcome ?? "delivered"),
      reason: landed ? settlement.reason : (old?.reason ?? null),
      appliedDigest: tombstone || landedLate ? null : digest,
      sourceUpdatedAtMs: greatest(old?.sourceUpdatedAtMs ?? null, settlement.sourceUpdatedAtMs),
      readAtMs: isNewer ? settlement.readAtMs : Math.max(old?.readAtMs ?? 0, settlement.readAtMs),
      sequence: applied?.sequence ?? old?.sequence ?? 0,
      consentState,
      optedOut: OPTED_OUT_STATES.includes(consentState ?? ""),
      addressHash:
        moved && (applied || tombstone || landedLate || left) ? settlement.addressHash : (old?.addressHash ?? null),
      destinationId: destinationOf(settlement, old, moved, left),
      listed: !tombstone && (landedLate !== null || (applied?.listed ?? old?.listed ?? false)),
      metByWalk: old?.metByWalk ?? null,
      settledAtMs: this.state.clock.nowMs(),
    });
  }

  /** An address has one owner: whoever was listed under it last; the sharers of an address whose owner left are decided anew. */
  private passAddressesOn(lease: Lease, settlements: Settlement[]): void {
    const taken = settlements.filter((one) => one.applied?.listed && one.addressHash !== null);
    for (const row of this.state.rows.values()) {
      const { addressHash, recordId } = row;
      if (addressHash === null) continue;
      if (taken.some((one) => one.addressHash === addressHash && one.recordId !== recordId)) row.listed = false;
      const left = settlements.some((one) => one.recordId !== recordId && one.requeueHashes.includes(addressHash));
      if (!left || row.outcome === "gone") continue;
      for (const lane of new Set([lease.lane, "scheduled"] as const)) this.queueSharer(lane, recordId);
    }
  }

  private queueSharer(lane: Lease["lane"], recordId: string): void {
    const queue = this.state.queue(lane);
    const before = queue.get(recordId);
    if (!before) {
      queue.set(recordId, newPending(recordId, { cause: "hook", queuedAtMs: this.state.clock.nowMs() }));
      return;
    }
    Object.assign(before, {
      mark: before.mark + 1,
      checkAtMs: before.cause === "doubt" ? before.checkAtMs : null,
      stage: before.cause === "vanished" ? 0 : before.stage,
      cause: before.cause === "retry" || before.cause === "vanished" ? "hook" : before.cause,
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
    const { again } = settlement;
    if (outcome === "held" && again?.cause === "retry" && again.stage > 1) this.state.run(lease.runId).heldAgain++;
    counts[outcome]++;
    if (!row) return;
    if (isLanded(outcome)) {
      this.takeOff(queue, row, settlement);
      if (lease.lane === "manual" && settlement.again && row.mark === settlement.mark) this.handOn(row);
      return;
    }
    Object.assign(row, {
      ...{ checkAtMs: settlement.checkAtMs, triedBy: lease.runId, lastOutcome: outcome },
      ...{ doubtRuns: settlement.doubtRuns, looks: settlement.looks },
      cause: outcome === "doubt" && row.cause !== "recheck" ? "doubt" : row.cause,
    });
  }

  /** Nobody knows when the next run by hand comes: the schedule looks again. */
  private handOn({ recordId, cause, stage, checkAtMs }: MemoryPending): void {
    const queue = this.state.queue("scheduled");
    const before = queue.get(recordId);
    if (before) before.stage = Math.max(before.stage, stage);
    else queue.set(recordId, newPending(recordId, { cause, stage, checkAtMs, queuedAtMs: this.state.clock.nowMs() }));
  }

  /** A landed record leaves the queue, unless it was seen again meanwhile or is to be looked at again. */
  private takeOff(queue: Map<string, MemoryPending>, row: MemoryPending, { mark, again }: Settlement): void {
    const untried = { triedBy: null, lastOutcome: null, doubtRuns: 0, looks: 0 };
    if (row.mark !== mark && this.state.guards.marks)
      Object.assign(row, {
        ...{ ...untried, checkAtMs: null, cause: row.cause === "doubt" ? "walk" : row.cause },
        stage: again?.cause === "recheck" ? again.stage : row.stage,
      });
    else if (again === null) queue.delete(row.recordId);
    else
      Object.assign(row, {
        ...untried,
        ...{ cause: again.cause, stage: again.stage, checkAtMs: again.atMs, seenMs: null, withdrawal: false },
      });
  }
}

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

const greatest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);
