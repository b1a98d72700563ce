import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";
import type { Contradiction, Sighting } from "@/lib/runner/receipt-port";

/** Keeps what contradicts a walk; one walk counts as one look at each record, however often it is noted. */
export async function noteContradictions(
  sql: TransactionSql,
  lease: Lease,
  walk: Pick<Walk, "id">,
  found: readonly Contradiction[],
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    insert into contradictions as c (sync_id, lane, record_id, workspace_id, at, receipts, walk_id)
    select ${lease.syncId}, ${lease.lane}, id, ${lease.workspaceId}, at_ms("updatedAtMs"), array(select jsonb_array_elements_text(receipts)), ${walk.id}::uuid
    from jsonb_to_recordset(${JSON.stringify(found)}::text::jsonb) as x(id text, "updatedAtMs" float8, receipts jsonb) order by id
    on conflict (sync_id, lane, record_id) do update set
      looks = c.looks + case when c.walk_id = excluded.walk_id then 0 else 1 end, walk_id = excluded.walk_id, receipts = excluded.receipts,
      landed_at = case when excluded.at > c.at then null else c.landed_at end, at = greatest(c.at, excluded.at)`;
}

/** What the walk met after all, or is gone, contradicts nothing any more; what has landed by id holds the bookmark for a day from now. */
export async function closeContradictions(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  walk: Pick<Walk, "id">,
): Promise<void> {
  await sql`
    with over as (
      delete from contradictions c
      where c.sync_id = ${lease.syncId} and c.lane = ${lease.lane} and (
        exists (select from record_rows r where r.sync_id = c.sync_id and r.account = ${account} and r.record_id = c.record_id
          and (r.met_by_walk = ${walk.id}::uuid or r.outcome = 'gone'))
        or exists (select from pending p where p.sync_id = c.sync_id and p.lane = c.lane and p.record_id = c.record_id
          and p.met_by_walk = ${walk.id}::uuid))
    )
    update contradictions c set landed_at = clock_timestamp()
    from record_rows r
    where c.sync_id = ${lease.syncId} and c.lane = ${lease.lane} and c.landed_at is null
      and r.sync_id = c.sync_id and r.account = ${account} and r.record_id = c.record_id and r.source_updated_at >= c.at`;
}

/** Queues records that a list withheld under the time that the source says by id; those that were read in that version already are left. */
export async function supplyRecords(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  supplied: readonly Sighting[],
): Promise<void> {
  if (supplied.length === 0) return;
  await sql`
    insert into pending as p (sync_id, lane, record_id, workspace_id, seen_at, cause)
    select ${lease.syncId}, ${lease.lane}, id, ${lease.workspaceId}, at_ms("updatedAtMs"), 'walk'
    from jsonb_to_recordset(${JSON.stringify(supplied)}::text::jsonb) as x(id text, "updatedAtMs" float8)
    where not exists (select from record_rows r where r.sync_id = ${lease.syncId} and r.account = ${account} and r.record_id = id
      and r.source_updated_at >= at_ms("updatedAtMs") and r.outcome <> 'gone')
    order by id
    on conflict (sync_id, lane, record_id) do update set
      mark = p.mark + 1, seen_at = greatest(p.seen_at, excluded.seen_at),
      cause = case p.cause when 'doubt' then 'doubt' else 'walk' end,
      stage = case when p.cause in ('retry', 'vanished') then 0 else p.stage end,
      check_at = case p.cause when 'doubt' then p.check_at end`;
}
