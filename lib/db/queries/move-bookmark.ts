import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import { RELEASED_AFTER_MS } from "@/lib/runner/receipts/contradictions";
import { HOLDING_CAUSES } from "../schema/reading";

/** As a Postgres array literal. */
const HOLDING = `{${HOLDING_CAUSES.join(",")}}`;

/**
 * RULE 1 in SQL (`advanceBookmark` in lib/runner/bookmark.ts says the same): greatest(bookmark, least(covered, oldest unlanded pending − 1 s,
 * oldest contradiction − 1 s)). A contradiction holds until a day after it landed by id. A record that was chosen for a test or is retried has landed before and does not hold the bookmark.
 * @param may whether all that was taken has landed; else the bookmark is read and left @returns where it stands, epoch ms
 */
export async function moveBookmark(sql: TransactionSql, lease: Lease, may: boolean): Promise<number | null> {
  const [moved] = await sql<{ atMs: number | null }[]>`
    with oldest as (
      select least(
        (select seen_at from pending where sync_id = ${lease.syncId} and lane = ${lease.lane} and withdrawal
          and seen_at is not null and cause = any (${HOLDING}) order by seen_at nulls first limit 1),
        (select seen_at from pending where sync_id = ${lease.syncId} and lane = ${lease.lane} and not withdrawal
          and seen_at is not null and cause = any (${HOLDING}) order by seen_at nulls first limit 1),
        (select min(at) from contradictions where sync_id = ${lease.syncId} and lane = ${lease.lane}
          and (landed_at is null or landed_at > clock_timestamp() - ${RELEASED_AFTER_MS}::float8 * interval '1 millisecond'))
      ) as seen_at
    )
    update bookmarks b set
      at = case when ${may}::boolean and b.covered is not null
        then greatest(b.at, least(b.covered, o.seen_at - interval '1 second')) else b.at end,
      moved_at = case when ${may}::boolean and b.covered is not null
        and greatest(b.at, least(b.covered, o.seen_at - interval '1 second')) is distinct from b.at then clock_timestamp() else b.moved_at end
    from oldest o
    where b.sync_id = ${lease.syncId} and b.lane = ${lease.lane}
    returning epoch_ms(b.at) as "atMs"`;
  return moved?.atMs ?? null;
}
