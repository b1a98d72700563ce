import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";

/**
 * Claims that older epochs left open become doubts, due when their call can no longer be on its way, and their records are pending in this lane; so are
 * those of doubts that an ended run left, in whichever lane. No batch of this run has counted them, so they have no last outcome in it yet.
 */
export async function adoptOpenClaims(sql: TransactionSql, lease: Lease, drainMs: number): Promise<void> {
  await sql`
    with open as (
      update ledger set state = 'doubt', check_at = claimed_at + ${drainMs}::float8 * interval '1 millisecond'
      where sync_id = ${lease.syncId} and state = 'claimed' and epoch < ${lease.epoch}
      returning record_id, source_updated_at, check_at
    ), adopted as (
      select record_id, source_updated_at, check_at from open
      union all
      select l.record_id, l.source_updated_at, l.check_at
      from ledger l join runs r on r.id = l.run_id
      where l.sync_id = ${lease.syncId} and l.state = 'doubt' and r.finished_at is not null
        and not exists (
          select from pending p where p.sync_id = l.sync_id and p.lane = ${lease.lane} and p.record_id = l.record_id and p.cause = 'doubt')
    )
    insert into pending as p (sync_id, lane, record_id, workspace_id, seen_at, cause, check_at, tried_by_run)
    select ${lease.syncId}, ${lease.lane}, record_id, ${lease.workspaceId}, source_updated_at, 'doubt', check_at, ${lease.runId}
    from adopted order by record_id
    on conflict (sync_id, lane, record_id) do update
      set cause = 'doubt', check_at = excluded.check_at, tried_by_run = excluded.tried_by_run,
        last_outcome = case when p.tried_by_run = excluded.tried_by_run then p.last_outcome end`;
}
