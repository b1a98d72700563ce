import type { TransactionSql } from "postgres";

interface Shopper {
  workspaceId: string;
  connectionId: string;
  recordId: string;
  addressHashes: readonly string[];
}

/**
 * From now on nothing of this shopper is sent: a tombstone for the record and suppressions for the addresses, in every account that a sync of this shop writes or
 * has written.
 */
export async function stopShopper(sql: TransactionSql, shopper: Shopper): Promise<void> {
  const { workspaceId, connectionId, recordId } = shopper;
  await sql`
    with shop as (
      select identity from connections where id = ${connectionId}
    ), accounts as (
      select d.identity as account from syncs s join connections d on d.id = s.destination_connection_id
      where s.source_connection_id = ${connectionId}
      union
      select r.account from record_rows r join syncs s on s.id = r.sync_id
      where s.source_connection_id = ${connectionId} and r.record_id = ${recordId}
    ), hashes as (
      select jsonb_array_elements_text(${JSON.stringify(shopper.addressHashes)}::text::jsonb) as hash
      union
      select r.address_hash from record_rows r join syncs s on s.id = r.sync_id
      where s.source_connection_id = ${connectionId} and r.record_id = ${recordId} and r.address_hash is not null
    ), stopped as (
      insert into tombstones (workspace_id, source, account, record_id, reason)
      select ${workspaceId}::uuid, shop.identity, account, ${recordId}, 'redacted' from shop cross join accounts
      on conflict do nothing
    )
    insert into suppressions (workspace_id, account, address_hash, reason)
    select ${workspaceId}::uuid, account, hash, 'redacted' from accounts cross join hashes
    on conflict (workspace_id, account, address_hash) do update set lifted_at = null, reason = excluded.reason`;
}
