import type { TransactionSql } from "postgres";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";
import type { CountMemory, OpenContradiction, ReceiptFacts, ReceiptLimits, Sighting } from "@/lib/runner/receipt-port";

/** A measured lag counts for so long. */
const LAG_COUNTS_DAYS = 7;

/** The newest living records to which something was applied, newest first, without those of `except`. */
export async function newestApplied(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  limit: number,
  except: readonly string[] = [],
): Promise<Sighting[]> {
  return sql<Sighting[]>`
    select record_id as id, epoch_ms(source_updated_at) as "updatedAtMs" from record_rows
    where sync_id = ${lease.syncId} and account = ${account} and outcome <> 'gone' and applied_digest is not null
      and source_updated_at is not null
      and record_id <> all (array(select jsonb_array_elements_text(${JSON.stringify(except)}::text::jsonb)))
    order by source_updated_at desc, record_id limit ${limit}`;
}

/** Living records, newest first, that had an address when they were applied. */
async function newestAddressed(sql: TransactionSql, lease: Lease, account: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select record_id as id from record_rows
    where sync_id = ${lease.syncId} and account = ${account} and outcome <> 'gone' and applied_digest is not null
      and address_hash is not null and source_updated_at is not null
    order by source_updated_at desc, record_id limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Pending by a webhook since before the walk began, and not met by it. */
async function namedBefore(sql: TransactionSql, lease: Lease, walk: Pick<Walk, "id">, limit: number) {
  const rows = await sql<{ id: string }[]>`
    select p.record_id as id from pending p join walks w on w.id = ${walk.id}
    where p.sync_id = ${lease.syncId} and p.lane = ${lease.lane} and p.cause = 'hook' and p.queued_at < w.started_at
      and p.met_by_walk is distinct from w.id
    order by p.record_id limit ${limit}`;
  return rows.map((row) => row.id);
}

async function openContradictions(sql: TransactionSql, lease: Lease): Promise<OpenContradiction[]> {
  return sql<OpenContradiction[]>`
    select record_id as id, epoch_ms(at) as "updatedAtMs", to_jsonb(receipts) as receipts, looks, epoch_ms(first_look_at) as "firstLookMs",
      epoch_ms(landed_at) as "landedMs"
    from contradictions where sync_id = ${lease.syncId} and lane = ${lease.lane} order by at, record_id`;
}

/** What a read remembers, how many records are known to be there, and the largest commit delay that the walk shows. */
async function measures(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  walk: Pick<Walk, "id">,
  marginMs: number,
): Promise<CountMemory & { known: number; commitDelayMs: number | null }> {
  const [row] = await sql<(CountMemory & { known: number; commitDelayMs: number | null })[]>`
    with known as (
      select (select count(*) from record_rows where sync_id = ${lease.syncId} and account = ${account} and outcome <> 'gone')
        + (select count(distinct p.record_id) from pending p
          where p.sync_id = ${lease.syncId} and not exists (select from record_rows r
            where r.sync_id = p.sync_id and r.account = ${account} and r.record_id = p.record_id)) as n
    ), late as (
      select epoch_ms(b.covered) + ${marginMs}::float8 - epoch_ms(min(p.seen_at)) as ms
      from pending p
      join bookmarks b on b.sync_id = p.sync_id and b.lane = p.lane
      left join record_rows r on r.sync_id = p.sync_id and r.account = ${account} and r.record_id = p.record_id
      where p.sync_id = ${lease.syncId} and p.lane = ${lease.lane} and p.met_by_walk = ${walk.id}::uuid and p.mark = 1
        and p.seen_at >= b.at and (r.source_updated_at is null or r.source_updated_at < p.seen_at)
      group by b.covered
    )
    select s.drift, s.last_drift as "lastDrift", coalesce(s.gap_reads, 0) as "gapReads", known.n::float8 as known,
      (select ms from late where ms > 0) as "commitDelayMs"
    from known left join reading_states s on s.sync_id = ${lease.syncId}`;
  return row ?? { drift: null, lastDrift: null, gapReads: 0, known: 0, commitDelayMs: null };
}

/** All that the receipts of one walk need to know. */
export async function receiptFacts(
  sql: TransactionSql,
  lease: Lease,
  account: string,
  walk: Walk,
  limits: ReceiptLimits,
): Promise<ReceiptFacts> {
  const { known, commitDelayMs, ...count } = await measures(sql, lease, account, walk, limits.marginMs);
  return {
    newest: await newestApplied(sql, lease, account, limits.newest),
    addressed: await newestAddressed(sql, lease, account, limits.addressed),
    named: await namedBefore(sql, lease, walk, limits.named),
    open: await openContradictions(sql, lease),
    count,
    known,
    commitDelayMs,
  };
}

/** The largest lag measured, ms, as long as it counts. */
export async function readLag(sql: TransactionSql, lease: Lease): Promise<number> {
  const [row] = await sql<{ lagMs: number }[]>`
    select lag_ms as "lagMs" from reading_states
    where sync_id = ${lease.syncId} and lag_at > clock_timestamp() - make_interval(days => ${LAG_COUNTS_DAYS})`;
  return row?.lagMs ?? 0;
}
