import type { TransactionSql } from "postgres";
import type { Failure } from "@/lib/runner/failures";

/** Writes down one try of a run: it began when the one before said the next would, or with the run. @param nextMs when the next begins; null: the run ended */
export async function recordAttempt(
  sql: TransactionSql,
  runId: string,
  attempt: { failure: Failure | null; nextMs: number | null; epoch: number | null },
): Promise<void> {
  await sql`
    insert into attempts (workspace_id, run_id, number, epoch, failure, next_at, started_at)
    select r.workspace_id, r.id, coalesce(before.number, 0) + 1, ${attempt.epoch}::float8::bigint,
      ${attempt.failure && JSON.stringify(attempt.failure)}::text::jsonb, at_ms(${attempt.nextMs}),
      coalesce(before.next_at, r.started_at, r.requested_at)
    from runs r
    left join lateral (select number, next_at from attempts where run_id = r.id order by number desc limit 1) before on true
    where r.id = ${runId}`;
}
