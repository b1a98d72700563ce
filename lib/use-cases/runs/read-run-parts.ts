import { sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import type { RunHeadRow } from "./run-head-row";
import type { AttemptView, BatchView, ReasonCount, RunView, WalkView } from "./run-view";

const WALKS_SHOWN = 20;
const ATTEMPTS_SHOWN = 50;
const BATCHES_SHOWN = 30;

type Parts = Pick<RunView, "walks" | "attempts" | "batches" | "batchesTotal" | "reasons">;

/** Walks, attempts, newest batches and reasons of a run: one statement each, whatever its size. */
export async function readRunParts(tx: WorkspaceTx, run: RunHeadRow): Promise<Parts> {
  const [walks, attempts, batches, reasons] = await Promise.all([
    walksOf(tx, run.id),
    attemptsOf(tx, run.id),
    batchesOf(tx, run.id),
    reasonsOf(tx, run),
  ]);
  const batchesTotal = batches[0]?.number ?? 0;
  return { walks, attempts, batches: batches.toReversed(), batchesTotal, reasons };
}

async function walksOf(tx: WorkspaceTx, runId: string): Promise<WalkView[]> {
  const rows = await tx.execute<{ view: WalkView }>(sql`
    select jsonb_build_object('id', id, 'kind', kind, 'state', state, 'pages', pages, 'rows', rows, 'queued', queued, 'verdict', verdict,
      'evidence', evidence, 'startedAtMs', epoch_ms(started_at), 'finishedAtMs', epoch_ms(finished_at)) as view
    from walks where run_id = ${runId} order by started_at desc limit ${WALKS_SHOWN}`);
  return rows.map(({ view }) => view).toReversed();
}

async function attemptsOf(tx: WorkspaceTx, runId: string): Promise<AttemptView[]> {
  const rows = await tx.execute<{ view: AttemptView }>(sql`
    select jsonb_build_object('number', number, 'failure', failure, 'startedAtMs', epoch_ms(started_at), 'endedAtMs', epoch_ms(ended_at),
      'nextAtMs', epoch_ms(next_at)) as view
    from attempts where run_id = ${runId} order by number desc limit ${ATTEMPTS_SHOWN}`);
  return rows.map(({ view }) => view).toReversed();
}

async function batchesOf(tx: WorkspaceTx, runId: string): Promise<BatchView[]> {
  const rows = await tx.execute<{ view: BatchView }>(sql`
    select jsonb_build_object('number', number, 'taken', taken, 'delivered', delivered, 'unchanged', unchanged, 'refused', refused,
      'filtered', filtered, 'superseded', superseded, 'gone', gone, 'held', held, 'doubt', doubt, 'failed', failed, 'returned', returned,
      'openedAtMs', epoch_ms(opened_at), 'closedAtMs', epoch_ms(closed_at)) as view
    from batches where run_id = ${runId} order by number desc limit ${BATCHES_SHOWN}`);
  return rows.map(({ view }) => view);
}

/** By the index on (sync, outcome, settled at): only what was settled since the run began is looked at. */
async function reasonsOf(tx: WorkspaceTx, run: RunHeadRow): Promise<ReasonCount[]> {
  if (run.started_at_ms === null) return [];
  const rows = await tx.execute<{ outcome: string; reason: string; count: number }>(sql`
    select outcome, coalesce(reason, error_code) as reason, count(*)::int as count from record_rows
    where sync_id = ${run.sync_id} and outcome in ('refused', 'superseded', 'held') and settled_at >= at_ms(${run.started_at_ms})
      and run_id = ${run.id} and coalesce(reason, error_code) is not null
    group by 1, 2 order by 3 desc limit 30`);
  return rows.map(({ outcome, reason, count }) => ({ outcome, reason, count }));
}
