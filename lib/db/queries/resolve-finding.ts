import type { TransactionSql } from "postgres";

/** Closes a sync's open finding of this kind, if there is one. */
export async function resolveFinding(sql: TransactionSql, syncId: string, kind: string): Promise<void> {
  await sql`
    update findings set state = 'resolved', resolved_at = clock_timestamp(), updated_at = clock_timestamp()
    where sync_id = ${syncId} and kind = ${kind} and state <> 'resolved'`;
}
