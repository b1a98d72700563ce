import type { TransactionSql } from "postgres";
import type { PendingRow } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";

/** Ends what an earlier leg of the run left open: what it had not looked at is given back. */
export async function returnOpenBatches(sql: TransactionSql, runId: string): Promise<void> {
  await sql`
    update batches set closed_at = clock_timestamp(),
      returned = taken - delivered - unchanged - refused - filtered - superseded - gone - held - doubt - failed
    where run_id = ${runId} and closed_at is null`;
}

/**
 * Due pending rows of the lane in the order of sending: withdrawals first, then by the time under which they were seen. A test run takes its chosen records
 * alone; an opt-out run, and one that waits for approval, withdrawals alone.
 */
export async function takeDue(
  sql: TransactionSql,
  lease: Lease,
  limit: number,
  onlyWithdrawals: boolean,
): Promise<PendingRow[]> {
  return sql<PendingRow[]>`
    select p.record_id as "recordId", epoch_ms(p.seen_at) as "seenMs", p.mark, p.withdrawal, p.doubt_runs as "doubtRuns",
      case when p.stage > 0 then jsonb_build_object('cause', case when p.cause in ('retry', 'vanished') then p.cause else 'recheck' end, 'stage', p.stage) end as again
    from pending p
    join runs r on r.id = ${lease.runId}
    cross join (select clock_timestamp() as now) t
    where p.sync_id = ${lease.syncId} and p.lane = ${lease.lane} and (p.check_at is null or p.check_at <= t.now)
      and (r.kind <> 'test' or p.record_id = any (r.test_record_ids))
      and (p.withdrawal or (r.kind <> 'opt_out' and not ${onlyWithdrawals}::boolean))
    order by p.withdrawal desc nulls last, p.seen_at nulls first, p.record_id
    limit ${limit}`;
}

/** @returns the batch's id */
export async function insertBatch(sql: TransactionSql, lease: Lease, taken: number): Promise<string> {
  const [batch] = await sql<{ id: string }[]>`
    insert into batches (workspace_id, run_id, number, taken)
    select ${lease.workspaceId}, ${lease.runId}, coalesce(max(number), 0) + 1, ${taken} from batches where run_id = ${lease.runId}
    returning id`;
  if (!batch) throw new Error("An insert returned no row.");
  return batch.id;
}
