import type { TransactionSql } from "postgres";
import type { Lane } from "@/lib/runner/states";

/** The lease as the database sees it, locked until the transaction ends, and the run that asks. */
export interface LockedLease {
  nowMs: number;
  /** The run that holds it; null when it was given back. */
  holder: string | null;
  holderLane: Lane | null;
  expired: boolean;
  beatAtMs: number | null;
  beatDead: boolean;
  /** Driver of the asking run, while it is not over. */
  driver: string | null;
  active: boolean;
}

/** Locks the lease's row and then the run's (always in this order), making the lease of a sync that never ran. */
export async function lockLease(
  sql: TransactionSql,
  run: { workspaceId: string; syncId: string; runId: string },
  beatDeadMs: number,
): Promise<LockedLease | null> {
  await sql`
    insert into leases (sync_id, workspace_id) values (${run.syncId}, ${run.workspaceId}) on conflict (sync_id) do nothing`;
  const [locked] = await sql<LockedLease[]>`
    select epoch_ms(t.now) as "nowMs", l.run_id as holder, l.lane as "holderLane", coalesce(l.expires_at <= t.now, true) as expired,
      epoch_ms(l.beat_at) as "beatAtMs",
      coalesce(l.beat_at, l.left_at) <= t.now - ${beatDeadMs}::float8 * interval '1 millisecond' as "beatDead",
      r.driver, r.finished_at is null as active
    from leases l
    join runs r on r.sync_id = l.sync_id
    cross join lateral (select clock_timestamp() as now where l.sync_id is not null) t
    where l.sync_id = ${run.syncId} and r.id = ${run.runId}
    for update of l, r`;
  return locked ?? null;
}
