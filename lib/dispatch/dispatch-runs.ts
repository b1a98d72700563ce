import { claimDueSync } from "@/lib/db/run-requests";
import { dueSyncs, type RunInWorkspace, unheardRuns } from "@/lib/db/system";
import type { Installation } from "@/lib/installation";
import { nextDueMs, shortened } from "@/lib/runner/schedule";
import { announceRun } from "./announce-run";
import { endOutagePauses, startOptOutPasses } from "./while-paused";

/** Syncs and runs that one tick takes; what is left is the next tick's. */
const AT_MOST = 500;
/** An announcement that nobody took by then was lost. */
const QUEUED_MS = 2_000;
/** How long past its time a sleeping run may be before it is announced again: engines wake late. */
const WAKE_GRACE_MS = 10_000;

/**
 * One tick of the dispatcher: due syncs become runs (late ticks collapse into one run), and runs that nobody drives are announced again. Several may tick at
 * once: each sync is claimed by one of them.
 * @param here its `timeScale` says how many times shorter intervals are, on demos and in tests
 */
export async function dispatchRuns(here: Installation): Promise<{ created: number; announced: string[] }> {
  const { timing, timeScale } = here;
  const created = [...(await startDueSyncs(timeScale)), ...(await startOptOutPasses(timeScale))];
  const unheard = await unheardRuns({
    queuedMs: QUEUED_MS,
    beatDeadMs: timing.beatDeadMs,
    wakeGraceMs: Math.max(1000, Math.round(WAKE_GRACE_MS / timeScale)),
    upTo: AT_MOST,
  });
  const fresh = new Set(created.map((run) => run.runId));
  const toAnnounce = [...created, ...unheard.filter((run) => !fresh.has(run.runId))];
  for (const { workspaceId, runId } of toAnnounce) await announceRun(workspaceId, runId);
  // Last, because probes ask ends that were out: nothing else of a tick waits for them.
  await endOutagePauses(here);
  return { created: created.length, announced: toAnnounce.map((run) => run.runId) };
}

async function startDueSyncs(timeScale: number): Promise<RunInWorkspace[]> {
  const started: RunInWorkspace[] = [];
  for (const due of await dueSyncs(AT_MOST)) {
    const runId = await claimDueSync(due, nextDueMs(shortened(due.schedule, timeScale), due.nowMs));
    if (runId !== null) started.push({ workspaceId: due.workspaceId, runId });
  }
  return started;
}
