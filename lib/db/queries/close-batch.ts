import type { TransactionSql } from "postgres";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";

/**
 * Ends a batch; what it had not looked at is given back. One of which every record has landed sets the run's failed attempts to none.
 * @returns whether every record that it took has landed
 */
export async function closeBatch(sql: TransactionSql, lease: Lease, batchId: string): Promise<boolean> {
  const [closed] = await sql<{ landed: boolean }[]>`
    with closed as (
      update batches set closed_at = clock_timestamp(),
        returned = taken - delivered - unchanged - refused - filtered - superseded - gone - held - doubt - failed
      where id = ${batchId} and run_id = ${lease.runId} and closed_at is null
      returning doubt + failed + returned = 0 as landed
    ), progress as (
      update runs set failed_attempts = 0 where id = ${lease.runId} and (select landed from closed)
    )
    select landed from closed`;
  if (!closed) throw new InvariantViolation(`Batch ${batchId} is not open in this run.`);
  return closed.landed;
}
