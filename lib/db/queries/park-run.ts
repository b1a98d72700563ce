import type { TransactionSql } from "postgres";
import type { LeaseStore } from "@/lib/runner/lease-port";

/** The run sleeps until then. */
export async function parkRun(
  sql: TransactionSql,
  runId: string,
  input: Omit<Parameters<LeaseStore["park"]>[1], "failure">,
): Promise<void> {
  await sql`
    update runs set state = 'waiting', wake_at = at_ms(${input.wakeAtMs}), failed_attempts = ${input.failedAttempts},
      second_look = ${input.secondLook}
    where id = ${runId}`;
}

/** A run without a lease waits its turn, unless it is over or another driver drives it. */
export async function postponeRun(
  sql: TransactionSql,
  run: { runId: string; driver: string },
  wakeAtMs: number,
): Promise<void> {
  await sql`
    update runs set state = 'waiting', wake_at = at_ms(${wakeAtMs})
    where id = ${run.runId} and driver = ${run.driver} and finished_at is null`;
}
