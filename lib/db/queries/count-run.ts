import type { TransactionSql } from "postgres";
import type { BatchCounts } from "@/lib/runner/delivery-port";
import { LANDED_ONCE } from "./counted-once";

/** What became of a run's records, each counted once: one that several batches looked at, under its last outcome (written and then unchanged: written). Adds up. */
export async function countRun(sql: TransactionSql, runId: string): Promise<BatchCounts> {
  const [counts] = await sql<BatchCounts[]>`
    with sums as (
      select ${sql.unsafe(LANDED_ONCE)},
        coalesce(sum(doubt - retaken_doubt), 0)::int as doubt, coalesce(sum(failed - retaken_failed), 0)::int as failed
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
