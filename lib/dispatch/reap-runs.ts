import { closeDeadRun } from "@/lib/db/dead-runs";
import { deadRuns } from "@/lib/db/system";
import { streakDecision } from "@/lib/runner/attempts";
import type { Timing } from "@/lib/runner/timing";

const AT_MOST = 500;

/** Closes runs without a beat for a lease's life as crashed, which counts as failed. */
export async function reapRuns(timing: Timing): Promise<{ crashed: number }> {
  let crashed = 0;
  for (const dead of await deadRuns(timing.leaseMs, AT_MOST))
    if (await closeDeadRun(dead, timing.leaseMs, streakDecision)) crashed++;
  return { crashed };
}
