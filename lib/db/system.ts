import type { Sweep } from "@/lib/runner/states";
import { type Database, database } from "./client";
import type { Schedule } from "./schema/syncs";
import type { Role } from "./schema/workspaces";

/*
 * What works across workspaces, through the SECURITY DEFINER functions of drizzle/0002: ids, states and times, never a record.
 */

export interface DueSync {
  workspaceId: string;
  syncId: string;
  schedule: Schedule;
  /** IANA zone of the workspace. */
  timeZone: string;
  nextRunAtMs: number;
  /** The database's time: no process's clock says when a sync is due next. */
  nowMs: number;
}

/** Active syncs whose time has come, longest overdue first. Claim each with `claimDueSync`. */
export async function dueSyncs(upTo: number, db: Database = database()): Promise<DueSync[]> {
  return db.$client<DueSync[]>`
    select workspace_id as "workspaceId", sync_id as "syncId", schedule, time_zone as "timeZone", epoch_ms(next_run_at) as "nextRunAtMs",
      epoch_ms(clock_timestamp()) as "nowMs"
    from system_due_syncs(${upTo})`;
}

export interface RunInWorkspace {
  workspaceId: string;
  runId: string;
}

/** Runs that nobody seems to drive, to be announced again: announced a while ago (or never) and not taken, beat gone, or asleep past their time. */
export async function unheardRuns(
  after: { queuedMs: number; beatDeadMs: number; wakeGraceMs: number; upTo: number },
  db: Database = database(),
): Promise<RunInWorkspace[]> {
  return db.$client<RunInWorkspace[]>`
    select workspace_id as "workspaceId", run_id as "runId"
    from system_unheard_runs(${after.queuedMs}, ${after.beatDeadMs}, ${after.wakeGraceMs}, ${after.upTo})`;
}

export interface SyncInWorkspace {
  workspaceId: string;
  syncId: string;
}

/** Syncs that outages alone have paused and whose ends are to be probed now. Claim each with `claimProbe`. */
export async function dueProbes(upTo: number, db: Database = database()): Promise<SyncInWorkspace[]> {
  return db.$client<SyncInWorkspace[]>`
    select workspace_id as "workspaceId", sync_id as "syncId" from system_due_probes(${upTo})`;
}

/** Paused syncs whose withdrawals are to be sent now. Claim each with `claimOptOutPass`. */
export async function dueOptOuts(upTo: number, db: Database = database()): Promise<SyncInWorkspace[]> {
  return db.$client<SyncInWorkspace[]>`
    select workspace_id as "workspaceId", sync_id as "syncId" from system_due_opt_outs(${upTo})`;
}

/** Runs at work without a beat for a lease's life, to be closed with `closeDeadRun`. */
export async function deadRuns(leaseMs: number, upTo: number, db: Database = database()): Promise<RunInWorkspace[]> {
  return db.$client<RunInWorkspace[]>`
    select workspace_id as "workspaceId", run_id as "runId" from system_dead_runs(${leaseMs}, ${upTo})`;
}

/** @returns null for an unknown run */
export async function runWorkspace(runId: string, db: Database = database()): Promise<string | null> {
  const [row] = await db.$client<{ id: string | null }[]>`select system_run_workspace(${runId}) as id`;
  return row?.id ?? null;
}

/** The workspaces of a person, oldest first. */
export async function memberships(
  userId: string,
  db: Database = database(),
): Promise<{ workspaceId: string; name: string; role: Role }[]> {
  return db.$client<{ workspaceId: string; name: string; role: Role }[]>`
    select workspace_id as "workspaceId", name, role from system_memberships(${userId})`;
}

/** Deletes what has outlived its retention: closed ledger rows, previews, ended sessions. Open claims never. @returns how many of each */
export async function prune(
  db: Database = database(),
): Promise<{ ledger: number; previews: number; sessions: number }> {
  const [gone] = await db.$client<{ ledger: number; previews: number; sessions: number }[]>`
    select ledger::float8, previews::float8, sessions::float8 from system_prune()`;
  return gone ?? { ledger: 0, previews: 0, sessions: 0 };
}

/** Marks a sweep due for every active sync that runs by itself. @returns of how many */
export async function markSweeps(which: Sweep, db: Database = database()): Promise<number> {
  const [row] = await db.$client<{ marked: number }[]>`select system_mark_sweeps(${which})::float8 as marked`;
  return row?.marked ?? 0;
}

/** The part that starts what is due: without its ticks nothing runs. */
export const SCHEDULER_TICK = "dispatch";

/** Notes that a part of the scheduler ticked, for the health check. */
export async function recordTick(name: string, db: Database = database()): Promise<void> {
  await db.$client`
    insert into scheduler_ticks (name, at) values (${name}, clock_timestamp()) on conflict (name) do update set at = excluded.at`;
}

/** @returns ms since that part last ticked; null if it never did */
export async function msSinceTick(name: string, db: Database = database()): Promise<number | null> {
  const [row] = await db.$client<{ ms: number }[]>`
    select epoch_ms(clock_timestamp()) - epoch_ms(at) as ms from scheduler_ticks where name = ${name}`;
  return row?.ms ?? null;
}

/** Every workspace, oldest first: for what an operator runs over all of them. */
export async function workspaceIds(db: Database = database()): Promise<string[]> {
  const rows = await db.$client<{ id: string }[]>`select id from system_workspaces() id`;
  return rows.map(({ id }) => id);
}

/** Workspaces whose outbox has something to do: a delivery or a reminder is due, or a critical notice that no channel has taken. */
export async function alertWork(upTo: number, db: Database = database()): Promise<string[]> {
  const rows = await db.$client<{ id: string }[]>`select workspace_id as id from system_alert_work(${upTo})`;
  return rows.map(({ id }) => id);
}
