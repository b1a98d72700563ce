import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { ReadVerdict } from "@/lib/runner/states";

/** Stores a judged read: on the run its verdict, and that a proven read no longer counts failed tries; on the lane how far it is covered (null: as before). */
export async function coverLane(
  sql: TransactionSql,
  lease: Lease,
  verdict: ReadVerdict,
  coveredMs: number | null,
): Promise<void> {
  await sql`
    with judged as (
      update runs set verdict = ${verdict}, second_look = false,
        failed_attempts = case when ${verdict} = 'suspect_short' then failed_attempts else 0 end
      where id = ${lease.runId}
    )
    insert into bookmarks (sync_id, lane, workspace_id, covered)
    select ${lease.syncId}, ${lease.lane}, ${lease.workspaceId}, at_ms(${coveredMs}) where ${coveredMs}::float8 is not null
    on conflict (sync_id, lane) do update set covered = excluded.covered`;
}
