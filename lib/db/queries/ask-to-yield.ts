import type { TransactionSql } from "postgres";

/** Asks the manual run that holds the lease to wait at the end of its batch; the scheduled run that asks waits until it looks again. @returns then, epoch ms */
export async function askToYield(
  sql: TransactionSql,
  run: { syncId: string; runId: string },
  yieldMs: number,
): Promise<number> {
  const [asked] = await sql<{ atMs: number }[]>`
    with asked as (
      update leases set yield_asked_at = coalesce(yield_asked_at, clock_timestamp()) where sync_id = ${run.syncId}
    )
    update runs set state = 'waiting', wake_at = clock_timestamp() + ${yieldMs}::float8 * interval '1 millisecond'
    where id = ${run.runId}
    returning epoch_ms(wake_at) as "atMs"`;
  if (!asked) throw new Error("The run was locked and is gone.");
  return asked.atMs;
}
