import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/ports";

/** Known living records older than the floor (null: any) that the lane has not met with a newer time, newest first. */
export async function knownOlderThan(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  floorMs: number | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select r.record_id as id
    from record_rows r
    left join pending p on p.sync_id = r.sync_id and p.lane = ${lease.lane} and p.record_id = r.record_id
    where r.sync_id = ${lease.syncId} and r.account = ${account} and r.outcome <> 'gone'
      and r.source_updated_at < coalesce(at_ms(${floorMs}), 'infinity')
      and (p.seen_at is null or p.seen_at <= r.source_updated_at)
    order by r.source_updated_at desc limit ${limit}`;
  return rows.map((row) => row.id);
}
