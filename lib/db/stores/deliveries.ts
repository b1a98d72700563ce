import type { TransactionSql } from "postgres";
import type { ChunkFacts, DeliveryStore, Settlement } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { type Database, inWorkspace } from "../client";
import type { KeyRing } from "../key-ring";
import { closeBatch } from "../queries/close-batch";
import { countRun, nextCheckOfRun } from "../queries/count-run";
import { readGuardFacts, storeGuardDecision } from "../queries/guard";
import { type Held, holdLease } from "../queries/hold-lease";
import { insertTombstones } from "../queries/insert-tombstones";
import { landedEarlier } from "../queries/landed-earlier";
import { moveBookmark } from "../queries/move-bookmark";
import { insertBatch, returnOpenBatches, takeDue } from "../queries/open-batch";
import { passAddressesOn } from "../queries/pass-addresses-on";
import { readOpenClaims, readRecordRows, readSharers, readStops } from "../queries/read-facts";
import { settleLedger } from "../queries/settle-ledger";
import { settlePending } from "../queries/settle-pending";
import { flatten } from "../queries/settlement-input";
import { upsertRecordRows } from "../queries/upsert-record-rows";
import { claimWithinCaps, openBody } from "./claims";

/** Batches, claims, settlements and what is known of records, in Postgres. Each method is one transaction of a fixed number of statements under the lease. */
export function createDeliveryStore(db: Database, keys: KeyRing): DeliveryStore {
  const held = <T>(lease: Lease, work: (raw: TransactionSql, run: Held) => Promise<T>) =>
    inWorkspace(lease.workspaceId, async ({ raw }) => work(raw, await holdLease(raw, lease)), db);
  return {
    guardFacts: (lease) => held(lease, (raw) => readGuardFacts(raw, lease)),
    passGuard: (lease, decision) => held(lease, (raw) => storeGuardDecision(raw, lease, decision)),
    openBatch: (lease, limit, only) =>
      held(lease, async (raw) => {
        await returnOpenBatches(raw, lease.runId);
        const pending = await takeDue(raw, lease, limit, only === "withdrawals");
        if (pending.length === 0) return null;
        return { batchId: await insertBatch(raw, lease, pending.length), pending: [...pending] };
      }),
    facts: (lease, input) => held(lease, (raw, run) => readFacts(raw, lease, keys, { ...run, ...input })),
    claim: (lease, caps, requests) =>
      held(lease, async (raw, { account }) => {
        const { data } = await keys.of(raw, lease.workspaceId);
        return claimWithinCaps(raw, lease, { account, caps, keys: data }, requests);
      }),
    settle: (lease, batchId, settlements) => held(lease, (raw, run) => settle(raw, lease, run, batchId, settlements)),
    closeBatch: (lease, batchId) =>
      held(lease, async (raw, { kind }) => {
        const landed = batchId === null || (await closeBatch(raw, lease, batchId));
        const moves = kind === "ordinary" || kind === "sweep";
        return { bookmarkMs: await moveBookmark(raw, lease, landed && moves) };
      }),
    counts: (lease) => inWorkspace(lease.workspaceId, ({ raw }) => countRun(raw, lease.runId), db),
    nextCheck: (lease) =>
      inWorkspace(lease.workspaceId, ({ raw }) => nextCheckOfRun(raw, lease.syncId, lease.lane, lease.runId), db),
  };
}

async function readFacts(
  raw: TransactionSql,
  lease: Lease,
  keys: KeyRing,
  asked: Parameters<typeof readRecordRows>[2],
): Promise<ChunkFacts> {
  // Sent together: one round trip.
  const [rows, claims, sharers, stops] = await Promise.all([
    readRecordRows(raw, lease, asked),
    readOpenClaims(raw, lease, asked),
    readSharers(raw, lease, asked),
    readStops(raw, asked),
  ]);
  const { data } = claims.length > 0 ? await keys.of(raw, lease.workspaceId) : { data: [] };
  return {
    rows: new Map(rows.map((row) => [row.recordId, row])),
    claims: new Map(claims.map((claim) => [claim.recordId, openBody(claim, lease, data)])),
    ...sharers,
    ...stops,
  };
}

async function settle(
  raw: TransactionSql,
  lease: Lease,
  run: Held,
  batchId: string,
  settlements: readonly Settlement[],
): Promise<void> {
  const flat = settlements.map(flatten);
  // Sent together, carried out in this order.
  const [repeated] = await Promise.all([landedEarlier(raw, lease, run, flat), settleLedger(raw, lease, flat)]);
  await upsertRecordRows(raw, lease, run, flat);
  await passAddressesOn(raw, lease, run, flat);
  await settlePending(raw, lease, batchId, flat, repeated);
  const erased = flat.filter((one) => one.tombstone).map((one) => one.recordId);
  if (erased.length > 0) await insertTombstones(raw, lease, run, erased);
}
