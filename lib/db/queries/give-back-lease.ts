import type { TransactionSql } from "postgres";
import { LeaseLost } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";

/** Gives the lease back: whoever still works under this epoch loses it. @throws LeaseLost */
export async function giveBackLease(sql: TransactionSql, lease: Lease): Promise<void> {
  const given = await sql`
    update leases set run_id = null, lane = null, expires_at = null, beat_at = null, left_at = null
    where sync_id = ${lease.syncId} and epoch = ${lease.epoch} and run_id = ${lease.runId}`;
  if (given.count === 0) throw new LeaseLost("another epoch");
}

/** The same for a run that is ended from outside; nothing when it does not hold the lease. */
export async function takeLeaseFrom(sql: TransactionSql, syncId: string, runId: string): Promise<void> {
  await sql`
    update leases set run_id = null, lane = null, expires_at = null, beat_at = null, left_at = null
    where sync_id = ${syncId} and run_id = ${runId}`;
}

/** Keeps the lease for the next leg of the same run, which follows at once. @throws LeaseLost */
export async function handOverLease(sql: TransactionSql, lease: Lease): Promise<void> {
  const handed = await sql`
    update leases set beat_at = null, left_at = clock_timestamp()
    where sync_id = ${lease.syncId} and epoch = ${lease.epoch} and run_id = ${lease.runId}`;
  if (handed.count === 0) throw new LeaseLost("another epoch");
}
