import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";

/** Queues records that were named without a time, due at once; one in doubt keeps its time to look. */
export async function queueRecords(
  sql: TransactionSql,
  lease: Lease,
  recordIds: readonly string[],
  cause: "walk" | "test",
): Promise<void> {
  await sql`
    insert into pending as p (sync_id, lane, record_id, workspace_id, cause)
    select distinct ${lease.syncId}::uuid, ${lease.lane}, value, ${lease.workspaceId}::uuid, ${cause}
    from jsonb_array_elements_text(${JSON.stringify(recordIds)}::text::jsonb) order by value
    on conflict (sync_id, lane, record_id) do update set
      mark = p.mark + 1, cause = case when p.cause in ('retry', 'vanished') then 'walk' else p.cause end,
      stage = case p.cause when 'vanished' then 0 else p.stage end, check_at = case p.cause when 'doubt' then p.check_at end`;
}
