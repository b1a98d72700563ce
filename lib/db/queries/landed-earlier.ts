import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Landed } from "@/lib/runner/states";
import type { Held } from "./hold-lease";
import type { FlatSettlement } from "./settlement-input";

/**
 * Of the records about to be settled, how many this run has landed already, by the outcome that no longer counts: a record that is looked at again in
 * the same run counts once, under its last outcome; one that was written and is then found unchanged, as written. What an earlier look left in doubt or
 * failed is counted by `settlePending`. Called before anything is settled.
 */
export async function landedEarlier(
  sql: TransactionSql,
  lease: Lease,
  held: Held,
  settlements: readonly FlatSettlement[],
): Promise<Partial<Record<Landed, number>>> {
  const looked = JSON.stringify(settlements.map(({ recordId, outcome }) => ({ recordId, outcome })));
  const rows = await sql<{ outcome: Landed; records: number }[]>`
    with earlier as (
      select x.outcome as now, case when r.outcome = 'unchanged' and exists (select from ledger l where l.sync_id = r.sync_id
        and l.record_id = r.record_id and l.run_id = ${lease.runId} and l.state = 'completed') then 'delivered' else r.outcome end as was
      from jsonb_to_recordset(${looked}::text::jsonb) as x("recordId" text, outcome text)
      join record_rows r on r.sync_id = ${lease.syncId} and r.account = ${held.account} and r.record_id = x."recordId"
        and r.run_id = ${lease.runId}
      where not exists (select from pending p where p.sync_id = r.sync_id and p.lane = ${lease.lane} and p.record_id = r.record_id
        and p.tried_by_run = ${lease.runId} and p.last_outcome is not null)
    )
    select case when was = 'delivered' and now = 'unchanged' then now else was end as outcome, count(*)::int as records
    from earlier group by 1`;
  return Object.fromEntries(rows.map(({ outcome, records }) => [outcome, records]));
}
