import type { TransactionSql } from "postgres";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import type { NewWalk, ReadEvidence, Walk } from "@/lib/runner/reading-ports";

const columns = (sql: TransactionSql) => sql`
  id, kind, epoch_ms(floor) as "floorMs", epoch_ms(t0) as "t0Ms", cursor, epoch_ms(lowest) as "lowestMs", pages, rows, queued,
  met_floor as "metFloor", total_before as "totalBefore", state, verdict, asks_again as "asksAgain",
  (select count(*)::int from walks short where short.run_id = walks.run_id and short.verdict = 'suspect_short') as "shortReads"`;

/** The run's newest walk that was not abandoned. */
export async function readWalkOfRun(sql: TransactionSql, lease: Lease): Promise<Walk | null> {
  const [walk] = await sql<Walk[]>`
    select ${columns(sql)} from walks
    where run_id = ${lease.runId} and state <> 'abandoned' order by started_at desc limit 1`;
  return walk ?? null;
}

/** Begins a walk, not below the lane's start; a lane that has none yet keeps this one's for ever. */
export async function insertWalk(sql: TransactionSql, lease: Lease, walk: NewWalk): Promise<Walk> {
  const startsMs = walk.startsMs ?? null;
  const [begun] = await sql<Walk[]>`
    with lane as (
      insert into bookmarks (sync_id, lane, workspace_id, starts_at)
      select ${lease.syncId}, ${lease.lane}, ${lease.workspaceId}, at_ms(${startsMs}) where ${startsMs}::float8 is not null
      on conflict (sync_id, lane) do update set starts_at = coalesce(bookmarks.starts_at, excluded.starts_at)
      returning starts_at
    )
    insert into walks (workspace_id, sync_id, run_id, lane, kind, floor, t0, total_before)
    select ${lease.workspaceId}, ${lease.syncId}, ${lease.runId}, ${lease.lane}, ${walk.kind},
      greatest(at_ms(${walk.floorMs}), (select starts_at from lane)), at_ms(${walk.t0Ms}), ${walk.totalBefore ?? null}
    returning ${columns(sql)}`;
  if (!begun) throw new InvariantViolation("An insert returned no row.");
  return begun;
}

/** Ends an open walk of this run. @throws InvariantViolation when it is not open */
export async function endWalk(
  sql: TransactionSql,
  lease: Lease,
  walk: Pick<Walk, "id">,
  end: { state: "judged" | "abandoned"; verdict: string | null; evidence: ReadEvidence | null },
): Promise<void> {
  const ended = await sql`
    update walks set state = ${end.state}, verdict = ${end.verdict}, finished_at = clock_timestamp(),
      evidence = ${end.evidence && JSON.stringify(end.evidence)}::text::jsonb
    where id = ${walk.id} and run_id = ${lease.runId} and state in ('walking', 'complete')`;
  if (ended.count === 0) throw new InvariantViolation(`Walk ${walk.id} is not open in this run.`);
}
