import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";
import type { ReceiptStore, Sighting } from "@/lib/runner/receipt-port";

/** Holds ids against what the walk met: those it did not meet, and what it met and the list does not have. */
export async function compareWalk(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  walk: Pick<Walk, "id">,
  { listed, named, fromMs, limit }: Parameters<ReceiptStore["compare"]>[2],
): Promise<{ unmet: string[]; unlisted: Sighting[] }> {
  const [answer] = await sql<{ unmet: string[]; unlisted: Sighting[] }[]>`
    with named as materialized (
      select distinct value as id from jsonb_array_elements_text(${JSON.stringify([...listed, ...named])}::text::jsonb)
    ), listed as materialized (
      select value as id from jsonb_array_elements_text(${JSON.stringify(listed)}::text::jsonb)
    ), met as materialized (
      select record_id as id, seen_at as at from pending
      where sync_id = ${lease.syncId} and lane = ${lease.lane} and met_by_walk = ${walk.id}::uuid
      union all
      select r.record_id, r.source_updated_at from record_rows r
      where r.sync_id = ${lease.syncId} and r.account = ${account} and r.outcome <> 'gone' and r.met_by_walk = ${walk.id}::uuid
        and r.source_updated_at >= at_ms(${fromMs})
        and not exists (select from pending p
          where p.sync_id = r.sync_id and p.lane = ${lease.lane} and p.record_id = r.record_id and p.met_by_walk = r.met_by_walk)
    ), unlisted as (
      select id, at from met where at >= at_ms(${fromMs}) and id not in (select id from listed)
      order by at desc, id limit ${limit}
    )
    select coalesce((select jsonb_agg(n.id order by n.id) from named n
        where not exists (select from pending p where p.sync_id = ${lease.syncId} and p.lane = ${lease.lane} and p.record_id = n.id
            and p.met_by_walk = ${walk.id}::uuid)
          and not exists (select from record_rows r where r.sync_id = ${lease.syncId} and r.account = ${account} and r.record_id = n.id
            and r.met_by_walk = ${walk.id}::uuid)), '[]') as unmet,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'updatedAtMs', epoch_ms(at)) order by at desc, id) from unlisted), '[]') as unlisted`;
  return answer ?? { unmet: [], unlisted: [] };
}
