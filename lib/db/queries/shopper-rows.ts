import type { TransactionSql } from "postgres";

interface Shopper {
  connectionId: string;
  recordId: string | null;
  addressHashes: readonly string[];
}

/** Contacts in Brevo that we wrote for a shopper, with the connection that reaches them; not where another of the shop's customers stands at the address. */
export async function writtenContacts(
  sql: TransactionSql,
  { connectionId, recordId }: Shopper,
): Promise<{ connectionId: string; contactId: string }[]> {
  return sql<{ connectionId: string; contactId: string }[]>`
    select distinct on (d.identity, r.destination_id) d.id as "connectionId", r.destination_id as "contactId"
    from record_rows r
    join syncs s on s.id = r.sync_id
    join connections d on d.kind = 'brevo' and d.identity = r.account and d.state = 'connected'
    where s.source_connection_id = ${connectionId} and r.record_id = ${recordId} and r.destination_id is not null
      and not exists (
        select from record_rows o
        where o.account = r.account and o.address_hash = r.address_hash and o.record_id <> r.record_id and o.listed)`;
}

/**
 * Deletes what is stored of a shopper; tombstone and suppressions stay, that nothing is sent again. Closed ledger rows lose the address's hash and the contact.
 * @returns rows by table; null while a call for this record is still open
 */
export async function eraseShopper(
  sql: TransactionSql,
  { connectionId, recordId }: Shopper,
): Promise<Record<string, number> | null> {
  const [open] = await sql`
    select 1 from ledger l join syncs s on s.id = l.sync_id
    where s.source_connection_id = ${connectionId} and l.record_id = ${recordId} and l.closed_at is null limit 1`;
  if (open) return null;
  return erase(sql, connectionId, recordId);
}

/** The shop is gone: everything that was read from it. @returns rows by table; null while calls are still open */
export async function eraseShop(
  sql: TransactionSql,
  { connectionId }: Shopper,
): Promise<Record<string, number> | null> {
  const [open] = await sql`
    select 1 from ledger l join syncs s on s.id = l.sync_id where s.source_connection_id = ${connectionId} and l.closed_at is null limit 1`;
  if (open) return null;
  const counts = await erase(sql, connectionId, null);
  await sql`delete from credentials where connection_id = ${connectionId}`;
  await sql`update connections set state = 'disconnected', last_error = null, hooks = null where id = ${connectionId}`;
  return counts;
}

/** @param recordId null: every record of the shop */
async function erase(
  sql: TransactionSql,
  connectionId: string,
  recordId: string | null,
): Promise<Record<string, number>> {
  const [counts] = await sql<Record<string, number>[]>`
    with readers as materialized (
      select id from syncs where source_connection_id = ${connectionId}
    ), rows as (
      delete from record_rows where sync_id in (select id from readers) and (${recordId}::text is null or record_id = ${recordId}) returning 1
    ), queue as (
      delete from pending where sync_id in (select id from readers) and (${recordId}::text is null or record_id = ${recordId}) returning 1
    ), samples as (
      delete from previews where sync_id in (select id from readers) returning 1
    ), writes as (
      update ledger set address_hash = 'erased', destination_id = null
      where sync_id in (select id from readers) and (${recordId}::text is null or record_id = ${recordId}) and closed_at is not null returning 1
    )
    select (select count(*)::float8 from rows) as records, (select count(*)::float8 from queue) as pending,
      (select count(*)::float8 from samples) as previews, (select count(*)::float8 from writes) as deliveries`;
  return { ...counts };
}

/** Everything stored about one shopper, as it is handed on: what we did, when and why; the data itself is not kept. */
export async function exportShopper(sql: TransactionSql, { connectionId, recordId, addressHashes }: Shopper) {
  const records = await sql`
    select s.name as sync, r.record_id as "shopifyCustomerId", r.account as "brevoAccount", r.destination_id as "brevoContactId", r.outcome, r.reason, r.notes,
      r.consent_state as "consentState", r.listed, r.source_updated_at as "changedInShopifyAt", r.read_at as "readAt", r.settled_at as "settledAt"
    from record_rows r join syncs s on s.id = r.sync_id where s.source_connection_id = ${connectionId} and r.record_id = ${recordId}`;
  const deliveries = await sql`
    select s.name as sync, l.state, l.destination_id as "brevoContactId", l.claimed_at as "beganAt", l.closed_at as "endedAt", l.error_code as "errorCode"
    from ledger l join syncs s on s.id = l.sync_id where s.source_connection_id = ${connectionId} and l.record_id = ${recordId} order by l.claimed_at`;
  const suppressed = await sql`
    select account as "brevoAccount", reason, created_at as "since" from suppressions
    where lifted_at is null and address_hash in (select jsonb_array_elements_text(${JSON.stringify(addressHashes)}::text::jsonb))`;
  return {
    shopifyCustomerId: recordId,
    records: [...records],
    deliveries: [...deliveries],
    suppressed: [...suppressed],
  };
}
