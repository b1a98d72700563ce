import type { TransactionSql } from "postgres";
import type { BatchCounts } from "@/lib/runner/delivery-port";

/** What became of a run's records, each counted once: what an earlier batch left in doubt or failed, and a later one settled, counts as settled. Adds up. */
export async function countRun(sql: TransactionSql, runId: string): Promise<BatchCounts> {
  const [counts] = await sql<BatchCounts[]>`
    with sums as (
      select coalesce(sum(delivered), 0)::float8 as delivered, coalesce(sum(unchanged), 0)::float8 as unchanged,
        coalesce(sum(refused), 0)::float8 as refused, coalesce(sum(filtered), 0)::float8 as filtered,
        coalesce(sum(superseded), 0)::float8 as superseded, coalesce(sum(gone), 0)::float8 as gone, coalesce(sum(held), 0)::float8 as held,
        coalesce(sum(doubt - retaken_doubt), 0)::float8 as doubt, coalesce(sum(failed - retaken_failed), 0)::float8 as failed
      from batches where run_id = ${runId}
    )
    select delivered + unchanged + refused + filtered + superseded + gone + held + doubt + failed as taken, sums.* from sums`;
  if (!counts) throw new Error("A sum returned no row.");
  return { ...counts };
}

/** Earliest time at which something that this run tried is due again, epoch ms, or null. */
export async function nextCheckOfRun(
  sql: TransactionSql,
  syncId: string,
  lane: string,
  runId: string,
): Promise<number | null> {
  const [next] = await sql<{ atMs: number | null }[]>`
    select epoch_ms(min(check_at)) as "atMs" from pending where tried_by_run = ${runId} and sync_id = ${syncId} and lane = ${lane}`;
  return next?.atMs ?? null;
}
