import { failure } from "@/lib/runner/failures";
import { type Database, database, inWorkspace } from "./client";
import { endRun } from "./queries/end-run";
import { takeLeaseFrom } from "./queries/give-back-lease";
import { type DecidePause, judgeStreak } from "./queries/judge-streak";
import { lockLease } from "./queries/lock-lease";
import { recordAttempt } from "./queries/record-attempt";

/**
 * Closes a run that has not beat for a lease's life as `crashed`, which counts as failed. Its claims stay open: the next execution settles them.
 * @returns whether it was still dead
 */
export async function closeDeadRun(
  dead: { workspaceId: string; runId: string },
  leaseMs: number,
  decide: DecidePause,
  db: Database = database(),
): Promise<boolean> {
  return inWorkspace(
    dead.workspaceId,
    async ({ raw }) => {
      const [run] = await raw<{ syncId: string }[]>`
        select sync_id as "syncId" from runs where id = ${dead.runId} and state = 'running'`;
      if (!run) return false;
      const of = { ...dead, syncId: run.syncId };
      const locked = await lockLease(raw, of, leaseMs);
      const alive = locked?.holder === dead.runId && !locked.beatDead;
      if (!locked?.active || alive) return false;
      await takeLeaseFrom(raw, run.syncId, dead.runId);
      const cause = failure("run.crashed");
      await recordAttempt(raw, dead.runId, { failure: cause, nextMs: null, epoch: null });
      const ended = await endRun(raw, dead.runId, { state: "crashed", failure: cause, verdict: null });
      await judgeStreak(raw, of, decide);
      return ended;
    },
    db,
  );
}
