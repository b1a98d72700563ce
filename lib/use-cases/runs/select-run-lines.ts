import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { LANDED_ONCE } from "@/lib/db/queries/counted-once";
import type { Failure } from "@/lib/runner/failures";
import { LANDED, type Landed, type Lane, type ReadVerdict, type RunKind, type RunState } from "@/lib/runner/states";
import { runCounts } from "./run-counts";
import type { RunLine } from "./run-view";

/** Rows as `sql` gives them. */
export type RunRow = Record<Landed, number> & {
  id: string;
  lane: Lane;
  kind: RunKind;
  state: RunState;
  requested_by: RunLine["requestedBy"];
  requested_by_name: string | null;
  requested_at_ms: number;
  started_at_ms: number | null;
  finished_at_ms: number | null;
  failure: Failure | null;
  verdict: ReadVerdict | null;
  left_over: number;
  in_doubt: number;
};

/** Sums over the batches of run `r`, and what it has not landed: one lateral each, so a page of runs is one statement. */
export const RUN_SUMS: SQL = sql`
  left join lateral (
    select ${sql.raw(LANDED_ONCE)}, coalesce(sum(doubt - retaken_doubt), 0)::int as batch_doubt
    from batches where run_id = r.id
  ) b on true
  left join lateral (
    select count(*)::int as tried, (count(*) filter (where coalesce(last_outcome, cause) = 'doubt'))::int as doubt
    from pending where tried_by_run = r.id and (last_outcome is not null or cause = 'doubt') and r.finished_at is null
  ) p on true
  left join users u on u.id = r.requested_by_user`;

/** The columns of `RunRow`, from `runs r` with `RUN_SUMS`. */
export const RUN_COLUMNS: SQL = sql`
  r.id, r.lane, r.kind, r.state, r.requested_by, u.name as requested_by_name, epoch_ms(r.requested_at) as requested_at_ms,
  epoch_ms(r.started_at) as started_at_ms, epoch_ms(r.finished_at) as finished_at_ms, r.failure, r.verdict,
  ${sql.join(
    LANDED.map((outcome) => sql`b.${sql.raw(outcome)}`),
    sql`, `,
  )},
  coalesce(r.left_over, p.tried) as left_over,
  case when r.finished_at is null then p.doubt else b.batch_doubt end as in_doubt`;

/** @param where a condition over `runs r`; order and limit included */
export async function selectRunLines(tx: WorkspaceTx, where: SQL): Promise<RunLine[]> {
  const rows = await tx.execute<RunRow>(sql`select ${RUN_COLUMNS} from runs r ${RUN_SUMS} ${where}`);
  return rows.map(runLineOf);
}

export function runLineOf(row: RunRow): RunLine {
  return {
    id: row.id,
    lane: row.lane,
    kind: row.kind,
    state: row.state,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAtMs: row.requested_at_ms,
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms,
    failure: row.failure,
    verdict: row.verdict,
    counts: runCounts({ landed: row, leftOver: row.left_over, inDoubt: row.in_doubt }),
  };
}
