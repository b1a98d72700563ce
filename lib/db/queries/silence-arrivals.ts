import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { ProvenSpan } from "@/lib/runner/statistic/learn-days";

/**
 * The records' own times within a span of source time that is read whole, by quarters of an hour: those that the lane's walks queued, and those that the
 * other lane has landed meanwhile. Quarters, because every zone is whole quarters from UTC.
 */
export async function silenceArrivals(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  span: { fromMs: number; toMs: number },
): Promise<ProvenSpan> {
  const rows = await sql<{ atMs: number; records: number; lastMs: number }[]>`
    with came as (
      select seen_at as at from pending
      where sync_id = ${lease.syncId} and lane = ${lease.lane} and withdrawal in (true, false)
        and seen_at > at_ms(${span.fromMs}) and seen_at <= at_ms(${span.toMs})
      union all
      select source_updated_at from record_rows r
      where sync_id = ${lease.syncId} and account = ${account} and outcome <> 'gone'
        and source_updated_at > at_ms(${span.fromMs}) and source_updated_at <= at_ms(${span.toMs})
        and not exists (select from pending p
          where p.sync_id = r.sync_id and p.lane = ${lease.lane} and p.record_id = r.record_id and p.seen_at > at_ms(${span.fromMs}))
    )
    select floor(epoch_ms(at) / 900000) * 900000 as "atMs", count(*)::float8 as records, epoch_ms(max(at)) as "lastMs"
    from came group by 1 order by 1`;
  return {
    arrivals: rows.map(({ atMs, records }) => ({ atMs, records })),
    lastRecordMs: rows.at(-1)?.lastMs ?? null,
    toMs: span.toMs,
  };
}
