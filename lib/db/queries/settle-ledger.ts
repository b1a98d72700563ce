import type { TransactionSql } from "postgres";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import type { FlatSettlement } from "./settlement-input";

/**
 * Closes claims (wiping body and address) or leaves them in doubt, and gives back to the runs that reserved them the calls that were not made, the writes
 * that were not sent and the creations that were none. A doubt that is given up gives nothing back: its call may land yet. @throws InvariantViolation when a claim is not this sync's or not open
 */
export async function settleLedger(
  sql: TransactionSql,
  lease: Lease,
  settlements: readonly FlatSettlement[],
): Promise<void> {
  const claims = settlements.filter((one) => one.ledgerId !== null);
  const [done] = await sql<{ settled: number }[]>`
    with input as materialized (
      select ${lease.syncId}::uuid as sync_id, x.* from jsonb_to_recordset(${JSON.stringify(claims)}::text::jsonb) as x("ledgerId" uuid, "ledgerTo" text, "errorCode" text,
        "destinationId" text, created boolean, looks int, "checkAtMs" float8, "callsUsed" int)
    ), before as (
      select l.id, l.state, l.run_id, l.calls, l.maybe_creates, l.exempt
      from ledger l join input i on i."ledgerId" = l.id
      where l.sync_id = i.sync_id and l.state in ('claimed', 'doubt')
      order by l.id for update of l
    ), settled as (
      update ledger l set
        state = i."ledgerTo", error_code = i."errorCode", looks = i.looks, destination_id = coalesce(i."destinationId", l.destination_id),
        closed_at = case when i."ledgerTo" = 'doubt' then null else clock_timestamp() end,
        sealed_body = case when i."ledgerTo" = 'doubt' then l.sealed_body end,
        check_at = case when i."ledgerTo" = 'doubt' then at_ms(i."checkAtMs") end,
        calls = case when b.state = 'claimed' and (i."callsUsed" > 0 or i."ledgerTo" = 'released') then i."callsUsed" else l.calls end
      from input i join before b on b.id = i."ledgerId"
      where l.id = b.id
      returning 1
    ), freed as (
      select b.run_id,
        sum(case when b.state = 'claimed' and (i."callsUsed" > 0 or i."ledgerTo" = 'released') then b.calls - i."callsUsed" else 0 end) as calls,
        count(*) filter (where b.state = 'claimed' and i."ledgerTo" = 'released') as written,
        count(*) filter (where b.maybe_creates and (i.created = false
          or (b.state = 'claimed' and i."ledgerTo" in ('released', 'refused')))) as created
      from before b join input i on i."ledgerId" = b.id
      where not b.exempt group by b.run_id
    ), given_back as (
      update runs r set used_calls = greatest(0, r.used_calls - f.calls), used_written = greatest(0, r.used_written - f.written),
        used_created = greatest(0, r.used_created - f.created)
      from freed f where r.id = f.run_id and (f.calls <> 0 or f.written <> 0 or f.created <> 0)
    )
    select count(*)::float8 as settled from settled`;
  if (done?.settled !== claims.length)
    throw new InvariantViolation("A settlement names a claim that is not open in its sync.");
}
