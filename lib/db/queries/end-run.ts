import type { TransactionSql } from "postgres";
import type { RunEnd } from "@/lib/runner/lease-port";

/**
 * Ends a run that is not over: its open batch gives back what it had not looked at, its open walk counts for nothing, and what it tried and did not land is
 * counted. @returns whether it was not over
 */
export async function endRun(sql: TransactionSql, runId: string, end: RunEnd): Promise<boolean> {
  const ended = await sql`
    with closed_batches as (
      update batches set closed_at = clock_timestamp(),
        returned = taken - delivered - unchanged - refused - filtered - superseded - gone - held - doubt - failed
      where run_id = ${runId} and closed_at is null
    ), closed_walks as (
      update walks set state = 'abandoned', finished_at = clock_timestamp()
      where run_id = ${runId} and state in ('walking', 'complete')
    )
    update runs set state = ${end.state}, failure = ${end.failure && JSON.stringify(end.failure)}::text::jsonb,
      verdict = coalesce(${end.verdict}, verdict), finished_at = clock_timestamp(), wake_at = null,
      left_over = (select count(*) from pending where tried_by_run = ${runId})
    where id = ${runId} and finished_at is null`;
  return ended.count === 1;
}
