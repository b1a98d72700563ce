import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import type { Schedule } from "@/lib/db/schema/syncs";
import type { Failure } from "@/lib/runner/failures";
import type { SyncState } from "@/lib/runner/states";
import { IS_HELD } from "../held/is-held";
import type { RunMark, SyncLine } from "./sync-view";

const STRIP = 14;

export type SyncRow = {
  id: string;
  name: string;
  state: SyncState;
  source_name: string | null;
  destination_name: string | null;
  next_run_at_ms: number | null;
  schedule: Schedule;
  paused_at_ms: number | null;
  pause_cause: Failure | null;
  runs: RunMark[] | null;
  delivered: number | null;
  refused: number | null;
  held: number | null;
  doubt: number | null;
  findings: number | null;
};

/**
 * Syncs with all that a list shows, in one statement: totals are grouped once over all syncs, runs are read through the index on (sync, requested at).
 * @param extra more columns of `syncs s`, or nothing
 */
export async function selectSyncRows<Row extends SyncRow>(
  tx: WorkspaceTx,
  { where = sql``, scope = sql`true`, extra = sql`` }: { where?: SQL; scope?: SQL; extra?: SQL },
): Promise<Row[]> {
  const rows = await tx.execute(sql`
    select s.id, s.name, s.state, source.name as source_name, destination.name as destination_name, epoch_ms(s.next_run_at) as next_run_at_ms,
      s.schedule, epoch_ms(s.paused_at) as paused_at_ms, s.pause_cause, marks.runs, o.delivered, o.refused, o.held, d.doubt, f.findings ${extra}
    from syncs s
    left join connections source on source.id = s.source_connection_id
    left join connections destination on destination.id = s.destination_connection_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', m.id, 'state', m.state, 'lane', m.lane, 'requestedAtMs', epoch_ms(m.requested_at),
        'finishedAtMs', epoch_ms(m.finished_at)) order by m.requested_at) as runs
      from (select * from runs r where r.sync_id = s.id order by r.requested_at desc limit ${STRIP}) m
    ) marks on true
    left join (
      select sync_id, (count(*) filter (where outcome in ('delivered', 'unchanged')))::int as delivered,
        (count(*) filter (where outcome = 'refused'))::int as refused, (count(*) filter (where ${IS_HELD}))::int as held
      from record_rows h where outcome in ('delivered', 'unchanged', 'refused', 'held') and ${scope} group by sync_id
    ) o on o.sync_id = s.id
    left join (
      select sync_id, count(*)::int as doubt from pending where coalesce(last_outcome, cause) = 'doubt' and ${scope} group by sync_id
    ) d on d.sync_id = s.id
    left join (
      select sync_id, count(*)::int as findings from findings where state = 'open' and sync_id is not null and ${scope} group by sync_id
    ) f on f.sync_id = s.id
    ${where}
    order by lower(s.name), s.id`);
  return [...rows] as unknown as Row[];
}

export function syncLineOf(row: SyncRow): SyncLine {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    sourceName: row.source_name,
    destinationName: row.destination_name,
    nextRunAtMs: row.state === "active" ? row.next_run_at_ms : null,
    scheduleOff: row.schedule.kind === "off",
    pausedAtMs: row.paused_at_ms,
    pauseCause: row.pause_cause,
    runs: row.runs ?? [],
    totals: { delivered: row.delivered ?? 0, refused: row.refused ?? 0, held: row.held ?? 0, doubt: row.doubt ?? 0 },
    openFindings: row.findings ?? 0,
  };
}
