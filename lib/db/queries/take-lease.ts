import type { TransactionSql } from "postgres";
import type { RunBrief } from "@/lib/runner/lease-port";

/** Gives the locked lease to this execution and marks the run as running. @returns the new epoch */
export async function takeLease(sql: TransactionSql, run: RunBrief, leaseMs: number): Promise<number> {
  const [taken] = await sql<{ epoch: number }[]>`
    with taken as (
      update leases l set epoch = l.epoch + 1, run_id = ${run.runId}, lane = ${run.lane}, taken_at = t.now, beat_at = t.now,
        left_at = null, yield_asked_at = null, expires_at = t.now + ${leaseMs}::float8 * interval '1 millisecond'
      from (select clock_timestamp() as now) t
      where l.sync_id = ${run.syncId}
      returning l.epoch::float8 as epoch
    ), started as (
      update runs set state = 'running', has_worked = true, wake_at = null, started_at = coalesce(started_at, clock_timestamp())
      where id = ${run.runId}
      returning 1
    )
    select epoch from taken, started`;
  if (!taken) throw new Error("The lease was locked and is gone.");
  return taken.epoch;
}
