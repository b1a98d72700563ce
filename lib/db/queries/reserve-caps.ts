import type { TransactionSql } from "postgres";
import type { Caps } from "@/lib/rules/schema";

export type Used = Omit<Caps, "minutes">;

/** What the run has used of its caps, locked until the transaction ends. */
export async function lockUsed(sql: TransactionSql, runId: string): Promise<Used> {
  const [used] = await sql<Used[]>`
    select used_calls as calls, used_created as created, used_written as written from runs where id = ${runId} for no key update`;
  if (!used) throw new Error("A run that holds a lease is gone.");
  return used;
}

/** Stores what is used now, and releases the claims for which the caps had no room: nothing is sent under them. */
export async function storeUsed(
  sql: TransactionSql,
  runId: string,
  used: Used,
  capped: readonly string[],
): Promise<void> {
  await sql`
    with released as (
      update ledger set state = 'released', error_code = 'cap', sealed_body = null, closed_at = clock_timestamp(), calls = 0
      where id = any (array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(capped)}::text::jsonb)))
    )
    update runs set used_calls = ${used.calls}, used_created = ${used.created}, used_written = ${used.written} where id = ${runId}`;
}
