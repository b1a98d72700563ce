import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";

/** Where the lane stands; nulls before its first judged walk. */
export async function readBookmark(
  sql: TransactionSql,
  lease: Lease,
): Promise<{ atMs: number | null; coveredMs: number | null }> {
  const [row] = await sql<{ atMs: number | null; coveredMs: number | null }[]>`
    select epoch_ms(at) as "atMs", epoch_ms(covered) as "coveredMs" from bookmarks
    where sync_id = ${lease.syncId} and lane = ${lease.lane}`;
  return row ?? { atMs: null, coveredMs: null };
}
