import type { TransactionSql } from "postgres";
import type { ClaimedDelivery } from "./claim-deliveries";
import type { SendFault } from "./message";

export type Settled =
  | { kind: "delivered"; status: number }
  | { kind: "retry"; fault: SendFault; afterMs: number }
  | { kind: "failed"; fault: SendFault };

/**
 * Stores the receipt, unless a later attempt has begun meanwhile. A channel that took a message is verified by it.
 * @returns whether this attempt was still the latest
 */
export async function settleDelivery(sql: TransactionSql, of: ClaimedDelivery, settled: Settled): Promise<boolean> {
  const fault = settled.kind === "delivered" ? null : settled.fault;
  const status = settled.kind === "delivered" ? settled.status : (fault?.status ?? null);
  const state = settled.kind === "retry" ? "queued" : settled.kind;
  const afterMs = settled.kind === "retry" ? settled.afterMs : 0;
  const stored = await sql`
    with settled as (
      update alert_deliveries set state = ${state}, claimed_until = null, error = ${fault?.code ?? null},
        receipt = case when ${status}::int is not null then jsonb_build_object('status', ${status}::int) end,
        next_at = clock_timestamp() + ${afterMs}::float8 * interval '1 millisecond',
        settled_at = case when ${state} <> 'queued' then clock_timestamp() end
      where id = ${of.id} and state = 'queued' and attempts = ${of.attempt}
      returning channel_id, state
    ), verified as (
      update alert_channels c set verified_at = clock_timestamp() from settled
      where c.id = settled.channel_id and settled.state = 'delivered' and c.verified_at is null
    )
    select from settled`;
  return stored.count === 1;
}
