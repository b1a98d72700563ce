import type { TransactionSql } from "postgres";
import type { ClaimRequest } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";

export interface SealedRequest extends Omit<ClaimRequest, "body"> {
  id: string;
  /** The sealed body, hex. */
  body: string;
  sourceUpdatedAtMs: number | null;
}

/**
 * Inserts claims, except those whose record or address has an open one already, in any sync or process. In the order of the addresses, so that two syncs
 * that want the same ones wait for each other and never deadlock. @returns ids of those inserted
 */
export async function insertClaims(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  requests: readonly SealedRequest[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    insert into ledger (id, workspace_id, sync_id, run_id, lane, epoch, record_id, account, address_hash, delivery_key, payload_digest,
      sequence, calls, sealed_body, source_updated_at, destination_id, maybe_creates, exempt)
    select x.id, ${lease.workspaceId}, ${lease.syncId}, ${lease.runId}, ${lease.lane}, ${lease.epoch}, x."recordId", ${account},
      x."addressHash", x."deliveryKey", x."payloadDigest", x.sequence, x.calls, decode(x.body, 'hex'), at_ms(x."sourceUpdatedAtMs"),
      x."destinationId", x."maybeCreates", x.exempt
    from jsonb_to_recordset(${JSON.stringify(requests)}::text::jsonb) as x(id uuid, "recordId" text, "addressHash" text,
      "deliveryKey" text, "payloadDigest" text, sequence int, calls int, body text, "sourceUpdatedAtMs" float8, "destinationId" text,
      "maybeCreates" boolean, exempt boolean)
    order by x."addressHash", x."recordId"
    on conflict do nothing
    returning id`;
  return new Set(rows.map((row) => row.id));
}
