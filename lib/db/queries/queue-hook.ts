import type { TransactionSql } from "postgres";

export interface NamedRecords {
  object: "customer" | "order";
  ids: readonly string[];
  /** The source's `updatedAt` that the webhook named, epoch ms. */
  seenAtMs: number | null;
  withdrawal: boolean;
}

/** A woken lane starts this much later, so that a burst of webhooks is one run. */
const WAKE_MS = 5_000;

/**
 * A webhook named records: they become pending in the scheduled lane of each sync that reads this connection, which is woken. Not those that were read by id after
 * that very change. A withdrawal goes first only if we have listed the record. @returns how many rows were queued
 */
export async function queueHook(
  sql: TransactionSql,
  connection: { workspaceId: string; connectionId: string },
  named: NamedRecords,
  marginMs: number,
): Promise<number> {
  const [done] = await sql<{ queued: number }[]>`
    with readers as materialized (
      select id from syncs where source_connection_id = ${connection.connectionId} and object = ${named.object} and state in ('active', 'paused')
    ), named as (
      select readers.id as sync_id, value as record_id, at_ms(${named.seenAtMs}) as seen_at
      from readers cross join jsonb_array_elements_text(${JSON.stringify(named.ids)}::text::jsonb)
    ), news as (
      select n.*, coalesce(bool_or(r.listed), false) as listed
      from named n left join record_rows r on r.sync_id = n.sync_id and r.record_id = n.record_id
      group by n.sync_id, n.record_id, n.seen_at
      having not coalesce(bool_or(r.source_updated_at >= n.seen_at
        and r.read_at >= n.seen_at + ${marginMs}::float8 * interval '1 millisecond'), false)
    ), queued as (
      insert into pending as p (sync_id, lane, record_id, workspace_id, seen_at, withdrawal, cause)
      select sync_id, 'scheduled', record_id, ${connection.workspaceId}::uuid, seen_at, listed and ${named.withdrawal}::boolean, 'hook'
      from news order by sync_id, record_id
      on conflict (sync_id, lane, record_id) do update set
        mark = p.mark + 1, seen_at = coalesce(greatest(p.seen_at, excluded.seen_at), p.seen_at), withdrawal = p.withdrawal or excluded.withdrawal,
        cause = case when p.cause in ('doubt', 'walk') then p.cause else 'hook' end,
        stage = case p.cause when 'retry' then 0 else p.stage end,
        check_at = case p.cause when 'doubt' then p.check_at end
      returning sync_id
    ), woken as (
      update syncs set next_run_at = clock_timestamp() + ${WAKE_MS}::float8 * interval '1 millisecond'
      where id in (select sync_id from queued) and state = 'active'
        and next_run_at > clock_timestamp() + ${WAKE_MS}::float8 * interval '1 millisecond'
    )
    select count(*)::float8 as queued from queued`;
  return done?.queued ?? 0;
}
