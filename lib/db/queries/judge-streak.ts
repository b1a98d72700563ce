import type { TransactionSql } from "postgres";
import type { FinishedRun, PauseDecision, StreakDecision } from "@/lib/runner/lease-port";
import { lostAccess } from "@/lib/runner/lost-access";
import { noteAccess } from "./note-access";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";

export type DecidePause = (finished: FinishedRun[], threshold: number) => StreakDecision | null;

/**
 * Shows `decide` the counted runs of both lanes that ended since the sync was last changed (no test, sweep or opt-out run; none collided, stopped, capped or
 * cancelled), newest first, and pauses an active sync, or warns, when it says so, with a finding. The sync's row is locked: two runs that end at once are judged in turn.
 */
export async function judgeStreak(
  sql: TransactionSql,
  run: { workspaceId: string; syncId: string },
  decide: DecidePause,
): Promise<void> {
  const [sync] = await sql<{ active: boolean; threshold: number }[]>`
    select state = 'active' as active, streak_threshold as threshold from syncs where id = ${run.syncId} for no key update`;
  if (!sync?.active) return;
  const finished = await sql<FinishedRun[]>`
    select r.id as "runId", r.state, r.kind, r.failure
    from runs r join syncs s on s.id = r.sync_id
    where r.sync_id = ${run.syncId} and r.finished_at >= s.changed_at
      and r.kind = 'ordinary' and r.state in ('succeeded', 'failed', 'crashed')
    order by r.finished_at desc, r.requested_at desc
    limit ${sync.threshold}`;
  if (finished[0]?.state === "succeeded") await clearFindings(sql, run.syncId, finished[0].runId);
  await noteAccess(sql, run, finished[0]);
  const decision = decide([...finished], sync.threshold);
  if (decision?.kind === "pause") await pauseSync(sql, run, decision);
  // Lost access was told at the first failure: the same again in other words would be noise.
  if (decision?.kind === "warn" && lostAccess(decision.cause.code) === null) await warn(sql, run, decision);
}

/** A success ends a row of failures; a proven one of the scheduled lane ends a silence, without waiting for the watch's next hour. */
async function clearFindings(sql: TransactionSql, syncId: string, runId: string): Promise<void> {
  await resolveFinding(sql, syncId, "sync.failing");
  const proven = await sql`
    select from runs where id = ${runId} and lane = 'scheduled' and verdict in ('healthy', 'proven_quiet')`;
  if (proven.length > 0) await resolveFinding(sql, syncId, "sync.no_success");
}

async function pauseSync(
  sql: TransactionSql,
  { workspaceId, syncId }: { workspaceId: string; syncId: string },
  pause: PauseDecision,
): Promise<void> {
  await sql`
    update syncs set state = 'paused', paused_at = clock_timestamp(), pause_cause = ${JSON.stringify(pause.cause)}::text::jsonb,
      pause_outage_only = ${pause.outageOnly}, next_run_at = null,
      next_probe_at = case when ${pause.outageOnly} then clock_timestamp() + interval '1 hour' end,
      next_opt_out_at = clock_timestamp() + interval '1 hour',
      pause_run_ids = array(select value::uuid from jsonb_array_elements_text(${JSON.stringify(pause.runIds)}::text::jsonb))
    where id = ${syncId}`;
  await resolveFinding(sql, syncId, "sync.failing");
  const { code, detail } = pause.cause;
  const evidence = { code, detail, outageOnly: pause.outageOnly, runIds: pause.runIds };
  await openFinding(sql, { workspaceId, syncId, kind: "sync.paused", severity: "critical", evidence });
}

/** Before it comes to a pause, the merchant hears of it. */
async function warn(
  sql: TransactionSql,
  { workspaceId, syncId }: { workspaceId: string; syncId: string },
  { cause, failures }: Extract<StreakDecision, { kind: "warn" }>,
): Promise<void> {
  const evidence = { code: cause.code, detail: cause.detail, failures };
  await openFinding(sql, { workspaceId, syncId, kind: "sync.failing", severity: "warning", evidence });
}
