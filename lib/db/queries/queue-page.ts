import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk, WalkStore } from "@/lib/runner/reading-ports";
import { otherLane } from "@/lib/runner/states";

type Page = Parameters<WalkStore["savePage"]>[2];

/**
 * Queues a page's rows: inserts them, or raises the mark of those pending already; not those whose content was read by id after this very `updatedAt`, a margin
 * later, unless the other lane has left it half done (an old address left, the new one not written), it was taken for gone, or its consent as listed is not the one last read.
 * A walk marks those that we know. A doubt keeps its time to look; what was to be looked at again later is due now.
 * @returns how many were queued, and whether a living record that we know, or have queued before, stands at or below the floor, or any from before the lane's start
 */
export async function queuePage(
  sql: TransactionSql,
  lease: Lease,
  at: Pick<Walk, "id" | "kind" | "floorMs"> & { account: string },
  page: Pick<Page, "rows" | "marginMs" | "includeKnown">,
): Promise<{ queued: number; metFloor: boolean }> {
  const [done] = await sql<{ queued: number; metFloor: boolean }[]>`
    with starts as (
      select starts_at as at from bookmarks where sync_id = ${lease.syncId} and lane = ${lease.lane} and starts_at is not null
    ), page as materialized (
      select distinct on (id) ${lease.syncId}::uuid as sync_id, ${at.account} as account, id, at_ms("updatedAtMs") as at, subscribed
      from jsonb_to_recordset(${JSON.stringify(page.rows)}::text::jsonb) as x(id text, "updatedAtMs" float8, subscribed boolean)
      order by id, at desc
    ), seen as (
      select page.*, coalesce(known.outcome <> 'gone', waits.record_id is not null) as living, coalesce(known.listed, false) as listed,
        coalesce(known.source_updated_at = page.at
          and known.read_at >= page.at + ${page.marginMs}::float8 * interval '1 millisecond'
          and elsewhere.cause is distinct from 'doubt' and known.outcome <> 'gone'
          and (known.consent_state is null or (known.consent_state = 'SUBSCRIBED') = page.subscribed), false) as settled
      from page
      left join record_rows known
        on known.sync_id = page.sync_id and known.account = page.account and known.record_id = page.id
      left join pending waits
        on waits.sync_id = page.sync_id and waits.lane = ${lease.lane} and waits.record_id = page.id
      left join pending elsewhere
        on elsewhere.sync_id = page.sync_id and elsewhere.lane = ${otherLane(lease.lane)} and elsewhere.record_id = page.id
    ), met as (
      update record_rows r set met_by_walk = ${at.id}::uuid
      from page
      where r.sync_id = page.sync_id and r.account = page.account and r.record_id = page.id
    ), queued as (
      insert into pending as p (sync_id, lane, record_id, workspace_id, seen_at, withdrawal, cause, met_by_walk)
      select ${lease.syncId}, ${lease.lane}, id, ${lease.workspaceId}, at, listed and not subscribed, 'walk', ${at.id}::uuid
      from seen
      where (${page.includeKnown}::boolean or not settled) and not exists (select from starts where seen.at < starts.at)
      order by id
      on conflict (sync_id, lane, record_id) do update set
        mark = p.mark + 1, seen_at = greatest(p.seen_at, excluded.seen_at), withdrawal = excluded.withdrawal,
        cause = case p.cause when 'doubt' then 'doubt' else 'walk' end,
        stage = case when p.cause in ('retry', 'vanished') then 0 else p.stage end, met_by_walk = excluded.met_by_walk,
        check_at = case p.cause when 'doubt' then p.check_at end
      returning 1
    )
    select (select count(*)::float8 from queued) as queued,
      exists (select from seen where living and at <= at_ms(${at.floorMs})
        or exists (select from starts where seen.at < starts.at)) as "metFloor"`;
  return done ?? { queued: 0, metFloor: false };
}
