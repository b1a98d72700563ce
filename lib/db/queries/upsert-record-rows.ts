import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Held } from "./hold-lease";
import type { FlatSettlement } from "./settlement-input";

/**
 * Writes down what was last done with each record that landed, or to which a write was applied. The address hash is that of the address under which the
 * destination has the contact: while it is listed, a new address that was not applied does not replace it; afterwards it does, and what was applied under
 * the old one (id, digest) no longer counts.
 */
export async function upsertRecordRows(
  sql: TransactionSql,
  lease: Lease,
  held: Held,
  settlements: readonly FlatSettlement[],
): Promise<void> {
  const told = settlements.filter((one) => one.landed || one.appliedDigest !== null || one.lateId !== null);
  await sql`
    with input as materialized (
      select ${lease.syncId}::uuid as sync_id, ${held.account} as account, x.* from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) as x("recordId" text, landed boolean, outcome text, reason text,
        notes jsonb, "errorCode" text, "sourceUpdatedAtMs" float8, "readAtMs" float8, "addressHash" text, "consentState" text,
        "appliedDigest" text, sequence int, "destinationId" text, listed boolean, tombstone boolean, "lateId" text)
    ), known as (
      select i.*, i."appliedDigest" is not null as applied, o.outcome as old_outcome, o.reason as old_reason, o.notes as old_notes,
        o.error_code as old_error, o.applied_digest as old_digest, o.source_updated_at as old_updated, o.read_at as old_read,
        o.sequence as old_sequence, o.consent_state as old_consent, o.address_hash as old_hash, o.destination_id as old_destination,
        coalesce(o.listed, false) as old_listed, coalesce(i."addressHash", o.address_hash) is distinct from o.address_hash as moved
      from input i
      left join record_rows o on o.sync_id = i.sync_id and o.account = i.account and o.record_id = i."recordId"
    )
    insert into record_rows (sync_id, account, record_id, workspace_id, outcome, reason, notes, error_code, applied_digest, source_updated_at,
      read_at, sequence, consent_state, address_hash, destination_id, listed, publication_id, run_id, settled_at)
    select ${lease.syncId}, ${held.account}, "recordId", ${lease.workspaceId},
      case when landed then outcome else coalesce(old_outcome, 'delivered') end,
      case when landed then reason else old_reason end,
      case when landed then array(select jsonb_array_elements_text(notes)) else coalesce(old_notes, '{}') end,
      case when landed then "errorCode" else old_error end,
      case when tombstone or "lateId" is not null then null when applied then "appliedDigest" when moved and not old_listed then null else old_digest end,
      greatest(old_updated, at_ms("sourceUpdatedAtMs")),
      case when at_ms("sourceUpdatedAtMs") > old_updated then at_ms("readAtMs") else greatest(old_read, at_ms("readAtMs")) end,
      coalesce(sequence, old_sequence, 0),
      case when landed and reason is distinct from 'vanished' then "consentState" else coalesce("consentState", old_consent) end,
      case when moved and (applied or tombstone or "lateId" is not null or not old_listed) then "addressHash" else old_hash end,
      case when tombstone then null when "lateId" is not null then "lateId" when applied and not moved then coalesce("destinationId", old_destination) when applied then "destinationId"
        when moved and not old_listed then null else old_destination end,
      not tombstone and ("lateId" is not null or coalesce(listed, old_listed)),
      ${held.publicationId}, ${lease.runId}, clock_timestamp()
    from known order by "recordId"
    on conflict (sync_id, account, record_id) do update set
      outcome = excluded.outcome, reason = excluded.reason, notes = excluded.notes, error_code = excluded.error_code,
      applied_digest = excluded.applied_digest, source_updated_at = excluded.source_updated_at, read_at = excluded.read_at,
      sequence = excluded.sequence, consent_state = excluded.consent_state, address_hash = excluded.address_hash,
      destination_id = excluded.destination_id, listed = excluded.listed, publication_id = excluded.publication_id,
      run_id = excluded.run_id, settled_at = excluded.settled_at`;
}
