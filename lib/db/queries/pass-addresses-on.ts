import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Held } from "./hold-lease";
import type { FlatSettlement } from "./settlement-input";

/**
 * Addresses have one owner: a record that was listed under one takes it from the row that had it before, and where an owner left (or opted out for all), the
 * others who share the address are queued to be decided anew, also those who were settled beside it: their mark grows, so they stay queued. A run by hand may
 * end before it comes to them, and no walk meets them: the schedule is told of them too, where there is one.
 */
export async function passAddressesOn(
  sql: TransactionSql,
  lease: Lease,
  held: Held,
  settlements: readonly FlatSettlement[],
): Promise<void> {
  const taken = settlements.flatMap(({ listed, addressHash, recordId }) =>
    listed && addressHash !== null ? [{ addressHash, recordId }] : [],
  );
  const left = settlements.flatMap(({ requeueHashes, recordId }) =>
    requeueHashes.map((addressHash) => ({ addressHash, recordId })),
  );
  if (taken.length === 0 && left.length === 0) return;
  await sql`
    with taken as materialized (
      select ${lease.syncId}::uuid as sync_id, ${held.account} as account, "addressHash" as address_hash, "recordId" as taker
      from jsonb_to_recordset(${JSON.stringify(taken)}::text::jsonb) as x("addressHash" text, "recordId" text)
    ), left_by_owner as materialized (
      select ${lease.syncId}::uuid as sync_id, ${held.account} as account, "addressHash" as address_hash, "recordId" as leaver
      from jsonb_to_recordset(${JSON.stringify(left)}::text::jsonb) as x("addressHash" text, "recordId" text)
    ), lost as (
      update record_rows r set listed = false
      from taken t
      where r.sync_id = t.sync_id and r.account = t.account and r.address_hash = t.address_hash and r.listed
        and r.record_id <> t.taker
    ), lanes as materialized (
      select ${lease.lane} as lane
      union
      select 'scheduled' from syncs where id = ${lease.syncId} and schedule ->> 'kind' <> 'off'
    )
    insert into pending as p (sync_id, lane, record_id, workspace_id, cause)
    select distinct ${lease.syncId}::uuid, lanes.lane, r.record_id, ${lease.workspaceId}::uuid, 'hook'
    from left_by_owner l join record_rows r using (sync_id, account, address_hash) cross join lanes
    where r.outcome <> 'gone' and r.record_id <> l.leaver
    order by lanes.lane, r.record_id
    on conflict (sync_id, lane, record_id) do update set
      mark = p.mark + 1, check_at = case p.cause when 'doubt' then p.check_at end,
      stage = case p.cause when 'vanished' then 0 else p.stage end,
      cause = case when p.cause in ('retry', 'vanished') then 'hook' else p.cause end`;
}
