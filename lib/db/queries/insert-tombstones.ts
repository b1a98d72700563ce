import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Held } from "./hold-lease";

/** Marks records whose contact the destination's owner erased: never sent there again, by any sync of the workspace. */
export async function insertTombstones(
  sql: TransactionSql,
  lease: Lease,
  held: Held,
  recordIds: readonly string[],
): Promise<void> {
  await sql`
    insert into tombstones (workspace_id, source, account, record_id, reason)
    select ${lease.workspaceId}, ${held.source}, ${held.account}, value, 'erased_in_destination'
    from jsonb_array_elements_text(${JSON.stringify(recordIds)}::text::jsonb)
    on conflict do nothing`;
}
