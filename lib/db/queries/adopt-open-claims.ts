import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/ports";

/**
 * Claims that older epochs left open become doubts, due when their call can no longer be on its way, and their records are pending in this lane. A doubt
 * whose record nobody has pending (its lane was emptied) is made pending too.
 */
export async function adoptOpenClaims(sql: TransactionSql, lease: Lease, drainMs: number): Promise<void> {
  await sql`
    with open as (
      update ledger set state = 'doubt', check_at = claimed_at + ${drainMs}::float8 * interval '1 millisecond'
      where sync_id = ${lease.syncId} and state = 'claimed' and epoch < ${lease.epoch}
      returning record_id, source_updated_at, check_at
    )
    insert into pending as p (sync_id, lane, record_id, workspace_id, seen_at, cause, check_at, tried_by_run, last_outcome)
    select ${lease.syncId}, ${lease.lane}, record_id, ${lease.workspaceId}, source_updated_at, 'doubt', check_at, ${lease.runId}, 'doubt'
    from open order by record_id
    on conflict (sync_id, lane, record_id) do update
      set cause = 'doubt', check_at = excluded.check_at, tried_by_run = excluded.tried_by_run, last_outcome = 'doubt'`;
}
