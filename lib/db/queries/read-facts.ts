import type { TransactionSql } from "postgres";
import { OPTED_OUT_STATES } from "@/lib/rules/consent";
import type { ChunkFacts, OpenClaim, RecordRow } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";

/** As a Postgres array literal. */
const OPTED_OUT = `{${OPTED_OUT_STATES.join(",")}}`;

interface Asked {
  account: string;
  source: string;
  recordIds: string[];
  addressHashes: string[];
}

export async function readRecordRows(sql: TransactionSql, lease: Lease, asked: Asked): Promise<RecordRow[]> {
  return sql<RecordRow[]>`
    with asked as materialized (
      select ${lease.syncId}::uuid as sync_id, ${asked.account} as account,
        jsonb_array_elements_text(${JSON.stringify(asked.recordIds)}::text::jsonb) as record_id
    )
    select record_id as "recordId", outcome, applied_digest as "appliedDigest", epoch_ms(source_updated_at) as "sourceUpdatedAtMs",
      epoch_ms(read_at) as "readAtMs", sequence, address_hash as "addressHash", destination_id as "destinationId", listed,
      epoch_ms(settled_at) as "settledAtMs", coalesce(consent_state = any (${OPTED_OUT}), false) as "optedOut"
    from asked join record_rows using (sync_id, account, record_id)`;
}

export type SealedClaim = Omit<OpenClaim, "sent"> & { sealedBody: Uint8Array; deliveryKey: string };

/** Open claims of these records. */
export async function readOpenClaims(sql: TransactionSql, lease: Lease, asked: Asked): Promise<SealedClaim[]> {
  return sql<SealedClaim[]>`
    with asked as materialized (
      select ${lease.syncId}::uuid as sync_id, jsonb_array_elements_text(${JSON.stringify(asked.recordIds)}::text::jsonb) as record_id
    )
    select id as "ledgerId", state, sync_id as "syncId", record_id as "recordId", epoch::float8 as epoch,
      epoch_ms(claimed_at) as "claimedAtMs", looks, payload_digest as "payloadDigest", sequence, address_hash as "addressHash",
      destination_id as "destinationId", sealed_body as "sealedBody", delivery_key as "deliveryKey"
    from asked join ledger using (sync_id, record_id)
    where state in ('claimed', 'doubt')`;
}

type Sharer = { hash: string; recordId: string; sourceUpdatedAtMs: number; listed: boolean; optedOut: boolean };

/** By address, the record that is listed under it, and those whose customers have opted out; of the addresses asked for and those of the records. */
export async function readSharers(
  sql: TransactionSql,
  lease: Lease,
  asked: Asked,
): Promise<Pick<ChunkFacts, "owners" | "optOuts">> {
  const sharers = await sql<Sharer[]>`
    with chunk as materialized (
      select ${lease.syncId}::uuid as sync_id, ${asked.account} as account,
        jsonb_array_elements_text(${JSON.stringify(asked.recordIds)}::text::jsonb) as record_id
    ), asked as materialized (
      select ${lease.syncId}::uuid as sync_id, ${asked.account} as account,
        jsonb_array_elements_text(${JSON.stringify(asked.addressHashes)}::text::jsonb) as address_hash
      union
      select sync_id, account, address_hash from chunk join record_rows using (sync_id, account, record_id)
      where address_hash is not null
    )
    select address_hash as hash, record_id as "recordId", coalesce(epoch_ms(source_updated_at), 0) as "sourceUpdatedAtMs", listed,
      coalesce(consent_state = any (${OPTED_OUT}), false) as "optedOut"
    from asked join record_rows using (sync_id, account, address_hash)
    where outcome <> 'gone' and (listed or consent_state = any (${OPTED_OUT}))
    order by source_updated_at nulls first, record_id`;
  const owners: ChunkFacts["owners"] = new Map();
  const optOuts: ChunkFacts["optOuts"] = new Map();
  for (const { hash, recordId, sourceUpdatedAtMs, listed, optedOut } of sharers) {
    if (listed) owners.set(hash, { recordId, sourceUpdatedAtMs });
    if (optedOut) optOuts.set(hash, [...(optOuts.get(hash) ?? []), recordId]);
  }
  return { owners, optOuts };
}

/** Addresses that may not be written to marketing, and records that may never be sent again. */
export async function readStops(
  sql: TransactionSql,
  asked: Asked,
): Promise<Pick<ChunkFacts, "suppressed" | "tombstoned">> {
  const stops = await sql<{ hash: string | null; recordId: string | null }[]>`
    select address_hash as hash, null as "recordId" from suppressions
    where account = ${asked.account} and lifted_at is null
      and address_hash in (select jsonb_array_elements_text(${JSON.stringify(asked.addressHashes)}::text::jsonb))
    union all
    select null, record_id from tombstones
    where source = ${asked.source} and account = ${asked.account}
      and record_id in (select jsonb_array_elements_text(${JSON.stringify(asked.recordIds)}::text::jsonb))`;
  return {
    suppressed: new Set(stops.flatMap(({ hash }) => hash ?? [])),
    tombstoned: new Set(stops.flatMap(({ recordId }) => recordId ?? [])),
  };
}
