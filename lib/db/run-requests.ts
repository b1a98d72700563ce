import { randomUUID } from "node:crypto";
import { InvariantViolation } from "@/lib/kernel/errors";
import { failure } from "@/lib/runner/failures";
import type { Lane, RunKind, Sweep } from "@/lib/runner/states";
import { type Database, database, inWorkspace, type WorkspaceTx } from "./client";
import type { Requester } from "./schema/runs";

export interface RunRequest {
  syncId: string;
  lane: Lane;
  kind: RunKind;
  requestedBy: Requester;
  /** The person, when one asked. */
  userId?: string;
  /** Where a manual run begins, source time, epoch ms. */
  fromMs?: number;
  /** Records of a test batch. */
  testRecordIds?: readonly string[];
  /** "Send again even if unchanged". */
  resend?: boolean;
  /** For a sweep: how far it reads. */
  sweep?: Sweep;
}

export type RequestedRun =
  | { runId: string; state: "queued" }
  | { runId: string; state: "collided"; activeRunId: string };

/** Statements that insert a run are tried again when the active run that was in the way ends between them. */
const TRIES = 5;

/**
 * Writes a run of the live publication; announce it after the transaction. Where the lane has an active run, a `collided` run is written instead, so that the
 * history shows the request.
 * @throws InvariantViolation when nothing is published: callers check the sync's state first
 */
export async function requestRun(tx: WorkspaceTx, request: RunRequest): Promise<RequestedRun> {
  for (let tries = 0; tries < TRIES; tries++) {
    const runId = await insertRun(tx, request);
    if (runId) return { runId, state: "queued" };
    const [active] = await tx.raw<{ id: string }[]>`
      select id from runs where sync_id = ${request.syncId} and lane = ${request.lane} and finished_at is null`;
    if (active) return { runId: await insertCollided(tx, request), state: "collided", activeRunId: active.id };
    await assertPublished(tx, request.syncId);
  }
  throw new InvariantViolation(`Sync ${request.syncId} cannot take a run.`);
}

const columnsOf = (tx: WorkspaceTx, request: RunRequest) => tx.raw`
  s.workspace_id, s.id, ${request.lane}, ${request.kind}, s.live_publication_id, ${request.requestedBy}, ${request.userId ?? null}::uuid,
  at_ms(${request.fromMs ?? null}), ${request.resend ?? false}::boolean, ${request.sweep ?? null},
  (select array_agg(value) from jsonb_array_elements_text(${JSON.stringify(request.testRecordIds ?? [])}::text::jsonb))`;

async function insertRun(tx: WorkspaceTx, request: RunRequest): Promise<string | null> {
  const [made] = await tx.raw<{ id: string }[]>`
    insert into runs (workspace_id, sync_id, lane, kind, publication_id, requested_by, requested_by_user, from_at, resend, sweep, test_record_ids)
    select ${columnsOf(tx, request)} from syncs s where s.id = ${request.syncId} and s.live_publication_id is not null
    on conflict (sync_id, lane) where state in ('queued', 'running', 'waiting') do nothing
    returning id`;
  return made?.id ?? null;
}

async function insertCollided(tx: WorkspaceTx, request: RunRequest): Promise<string> {
  const [made] = await tx.raw<{ id: string }[]>`
    insert into runs (workspace_id, sync_id, lane, kind, publication_id, requested_by, requested_by_user, from_at, resend, sweep, test_record_ids,
      state, failure, finished_at)
    select ${columnsOf(tx, request)}, 'collided', ${JSON.stringify(failure("run.collided"))}::text::jsonb, clock_timestamp()
    from syncs s where s.id = ${request.syncId}
    returning id`;
  if (!made) throw new InvariantViolation(`Sync ${request.syncId} is gone.`);
  return made.id;
}

async function assertPublished(tx: WorkspaceTx, syncId: string): Promise<void> {
  const [sync] = await tx.raw<
    { live: string | null }[]
  >`select live_publication_id as live from syncs where id = ${syncId}`;
  if (!sync?.live) throw new InvariantViolation(`Sync ${syncId} has no live publication to run.`);
}

/**
 * The dispatcher's second step for one due sync, in one transaction: moves `next_run_at` if it is still what was listed and the sync is still active, and
 * writes a scheduled run unless the lane has an active one. Late ticks collapse into one run: the caller computes the next time from now.
 * @returns the run to announce; null when another dispatcher was first, or the lane is busy
 */
export async function claimDueSync(
  due: { workspaceId: string; syncId: string; nextRunAtMs: number },
  nextRunAtMs: number | null,
  db: Database = database(),
): Promise<string | null> {
  return inWorkspace(
    due.workspaceId,
    async (tx) => {
      const moved = await tx.raw`
        update syncs set next_run_at = at_ms(${nextRunAtMs})
        where id = ${due.syncId} and state = 'active' and next_run_at = at_ms(${due.nextRunAtMs})`;
      if (moved.count === 0) return null;
      return insertDue(tx, due.syncId);
    },
    db,
  );
}

/** A sweep that is due goes in the place of an ordinary run, and reads at least as much. After a failed run it waits: what fails is to be counted. */
async function insertDue(tx: WorkspaceTx, syncId: string): Promise<string | null> {
  const due = { syncId, lane: "scheduled", requestedBy: "schedule" } as const;
  const [swept] = await tx.raw<{ sweep: Sweep }[]>`
    select s.sweep_due as sweep from syncs s
    where s.id = ${syncId} and s.sweep_due is not null
      and exists (select from bookmarks b where b.sync_id = s.id and b.lane = 'scheduled' and b.at is not null)
      and (select r.state from runs r where r.sync_id = s.id and r.lane = 'scheduled' and r.finished_at is not null
        order by r.finished_at desc limit 1) = 'succeeded'`;
  if (!swept) return insertRun(tx, { ...due, kind: "ordinary" });
  const runId = await insertRun(tx, { ...due, kind: "sweep", sweep: swept.sweep });
  if (runId !== null) await tx.raw`update syncs set sweep_due = null where id = ${syncId}`;
  return runId;
}

/**
 * One hourly pass that sends withdrawals alone while a sync is paused: moves its time, and writes the run unless the lane has an active one.
 * @param gapMs until the next pass @returns the run to announce; null when another dispatcher was first, or the lane is busy
 */
export async function claimOptOutPass(
  due: { workspaceId: string; syncId: string },
  gapMs: number,
  db: Database = database(),
): Promise<string | null> {
  return inWorkspace(
    due.workspaceId,
    async (tx) => {
      const moved = await tx.raw`
        update syncs set next_opt_out_at = clock_timestamp() + ${gapMs}::float8 * interval '1 millisecond'
        where id = ${due.syncId} and state = 'paused' and next_opt_out_at <= clock_timestamp()`;
      if (moved.count === 0) return null;
      return insertRun(tx, { syncId: due.syncId, lane: "scheduled", kind: "opt_out", requestedBy: "schedule" });
    },
    db,
  );
}

/** Postgres channel on which announcements are heard; the payload is `{runId, driver}`. */
export const RUN_CHANNEL = "nightpost_run";

/**
 * Gives an active run a new driver, so that whoever drove it changes nothing any more, and says so on the channel once the transaction is committed.
 * @returns the driver; null for a run that is over or unknown
 */
export async function announce(workspaceId: string, runId: string, db: Database = database()): Promise<string | null> {
  const driver = randomUUID();
  const set = await inWorkspace(
    workspaceId,
    ({ raw }) => raw<{ id: string }[]>`
      with set as (
        update runs set driver = ${driver}, announced_at = clock_timestamp(), heard_at = null
        where id = ${runId} and finished_at is null
        returning id
      )
      select id, pg_notify(${RUN_CHANNEL}, ${JSON.stringify({ runId, driver })}) from set`,
    db,
  );
  return set.length === 1 ? driver : null;
}
