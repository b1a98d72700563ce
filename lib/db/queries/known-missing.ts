import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";

/**
 * Known living records that the walk should have met, newest first. Down to a floor: those older than it, unless it met them with a newer time (they are
 * pending then). By id: those it did not mark, of what was known when it began.
 */
export async function knownMissing(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  walk: Pick<Walk, "id" | "kind" | "floorMs">,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select r.record_id as id
    from record_rows r
    left join pending p on p.sync_id = r.sync_id and p.lane = ${lease.lane} and p.record_id = r.record_id
    where r.sync_id = ${lease.syncId} and r.account = ${account} and r.outcome <> 'gone'
      and case when ${walk.kind} = 'id'
        then r.met_by_walk is distinct from ${walk.id}::uuid and r.settled_at < (select started_at from walks where id = ${walk.id})
        else r.source_updated_at < coalesce(at_ms(${walk.floorMs}), 'infinity') and (p.seen_at is null or p.seen_at <= r.source_updated_at)
      end
    order by r.source_updated_at desc limit ${limit}`;
  return rows.map((row) => row.id);
}
