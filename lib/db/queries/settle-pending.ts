import type { TransactionSql } from "postgres";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import type { Landed } from "@/lib/runner/states";
import type { FlatSettlement } from "./settlement-input";

/**
 * Takes landed records off the queue, except those seen again meanwhile (their mark differs) and those to be looked at again, sets when the others are looked at again, and adds all of them
 * to the batch's counts. @param repeated of `landedEarlier`. @throws InvariantViolation when the batch is not open in this run
 */
export async function settlePending(
  sql: TransactionSql,
  lease: Lease,
  batchId: string,
  settlements: readonly FlatSettlement[],
  repeated: Partial<Record<Landed, number>>,
): Promise<void> {
  const counted = await sql`
    with input as materialized (
      select ${lease.syncId}::uuid as sync_id, ${lease.lane} as lane, x.* from jsonb_to_recordset(${JSON.stringify(settlements)}::text::jsonb) as x("recordId" text, mark int, outcome text,
        landed boolean, "checkAtMs" float8, looks int, "doubtRuns" int, again jsonb)
    ), before as (
      select p.record_id, p.mark as stands, p.tried_by_run, p.last_outcome, i.*
      from input i join pending p on p.sync_id = i.sync_id and p.lane = i.lane and p.record_id = i."recordId"
      order by p.record_id for update of p
    ), gone as (
      delete from pending p using before b
      where p.sync_id = b.sync_id and p.lane = b.lane and p.record_id = b.record_id and b.landed and b.stands = b.mark and b.again is null
    ), later as (
      update pending p set cause = b.again ->> 'cause', stage = (b.again ->> 'stage')::int, check_at = at_ms((b.again ->> 'atMs')::float8),
        seen_at = null, withdrawal = false, tried_by_run = null, last_outcome = null, doubt_runs = 0, looks = 0
      from before b
      where p.sync_id = b.sync_id and p.lane = b.lane and p.record_id = b.record_id and b.landed and b.stands = b.mark
        and b.again is not null
      returning p.record_id, p.cause, p.stage, p.check_at
    ), handed_on as (
      -- Nobody knows when the next run by hand comes: the schedule looks again, where there is one.
      insert into pending as s (sync_id, lane, record_id, workspace_id, cause, stage, check_at)
      select ${lease.syncId}::uuid, 'scheduled', l.record_id, ${lease.workspaceId}::uuid, l.cause, l.stage, l.check_at
      from later l join syncs y on y.id = ${lease.syncId}
      where ${lease.lane} = 'manual' and y.schedule ->> 'kind' <> 'off'
      order by l.record_id
      on conflict (sync_id, lane, record_id) do update set stage = greatest(s.stage, excluded.stage)
    ), kept as (
      update pending p set
        check_at = case when b.landed then null else at_ms(b."checkAtMs") end,
        tried_by_run = case when b.landed then null else ${lease.runId}::uuid end,
        last_outcome = case when b.landed then null else b.outcome end,
        doubt_runs = case when b.landed then 0 else b."doubtRuns" end,
        looks = case when b.landed then 0 else b.looks end,
        -- Seen again meanwhile: the new version is due now, and that a call may land late is not forgotten over it.
        stage = case when b.landed and b.again ->> 'cause' = 'recheck' then (b.again ->> 'stage')::int else p.stage end,
        cause = case when b.landed and p.cause = 'doubt' then 'walk' when b.outcome = 'doubt' and p.cause <> 'recheck' then 'doubt' else p.cause end
      from before b
      where p.sync_id = b.sync_id and p.lane = b.lane and p.record_id = b.record_id and not (b.landed and b.stands = b.mark)
    ), c as (
      select count(*) filter (where outcome = 'delivered') as delivered, count(*) filter (where outcome = 'unchanged') as unchanged,
        count(*) filter (where outcome = 'refused') as refused, count(*) filter (where outcome = 'filtered') as filtered,
        count(*) filter (where outcome = 'superseded') as superseded, count(*) filter (where outcome = 'gone') as gone,
        count(*) filter (where outcome = 'held') as held, count(*) filter (where outcome = 'doubt') as doubt,
        count(*) filter (where outcome = 'failed') as failed,
        count(*) filter (where outcome = 'held' and again ->> 'cause' = 'retry' and (again ->> 'stage')::int > 1) as held_again
      from input
    ), again as (
      select count(*) filter (where last_outcome = 'doubt') as doubt, count(*) filter (where last_outcome = 'failed') as failed
      from before where tried_by_run = ${lease.runId}
    )
    update batches b set delivered = b.delivered + c.delivered, unchanged = b.unchanged + c.unchanged, refused = b.refused + c.refused,
      filtered = b.filtered + c.filtered, superseded = b.superseded + c.superseded, gone = b.gone + c.gone, held = b.held + c.held,
      doubt = b.doubt + c.doubt, failed = b.failed + c.failed,
      retaken_doubt = b.retaken_doubt + again.doubt, retaken_failed = b.retaken_failed + again.failed,
      repeated = (
        select coalesce(jsonb_object_agg(e.outcome, e.records), '{}') from (
          select key as outcome, sum(value::int) as records
          from (select * from jsonb_each_text(b.repeated) union all select * from jsonb_each_text(${JSON.stringify(repeated)}::text::jsonb)) both_of
          group by key) e),
      held_again = b.held_again + c.held_again
    from c, again
    where b.id = ${batchId} and b.run_id = ${lease.runId} and b.closed_at is null`;
  if (counted.count === 0) throw new InvariantViolation(`Batch ${batchId} is not open in this run.`);
}
