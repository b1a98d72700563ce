import type { Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";
import { runRequested } from "@/inngest/events";
import { InvariantViolation } from "@/lib/kernel/errors";

/** Two steps a leg at most: well under the 1,000 steps of a run, and replay, which is quadratic, stays cheap. */
const LEGS_PER_EVENT = 400;

interface SyncRunOptions {
  legsPerEvent?: number;
  now?: () => number;
}

/**
 * Drives one run, leg by leg, until it is done. It decides nothing: a leg says what comes next. The engine's retries are for
 * bugs and crashes; the attempts of the runner are values, and never get here as exceptions.
 */
export function createSyncRun(
  client: Inngest,
  deps: Pick<FunctionDeps, "runLeg" | "continueAs">,
  { legsPerEvent = LEGS_PER_EVENT, now = Date.now }: SyncRunOptions = {},
) {
  return client.createFunction({ id: "sync-run", retries: 3, triggers: [runRequested] }, async ({ event, step }) => {
    const { runId } = event.data;
    const driver = event.id;
    if (!driver) throw new InvariantViolation("An event without an id cannot drive a run.");
    for (let leg = 0; leg < legsPerEvent; leg++) {
      // Whether to sleep is decided inside the step: decided outside, a replay after the wake-up would decide otherwise.
      const result = await step.run(`leg-${leg}`, async () => {
        const came = await deps.runLeg({ runId, driver });
        return { ...came, sleeps: came.state === "wake" && isAhead(came.wakeAt, now()) };
      });
      if (result.state === "done") return { runId, outcome: result.outcome, counts: result.counts };
      if (result.sleeps) await step.sleepUntil(`wait-${leg}`, result.wakeAt);
    }
    await step.run("continue", () => deps.continueAs(runId));
    return { runId, outcome: "continued", counts: {} };
  });
}

function isAhead(wakeAt: string, nowMs: number): boolean {
  const wakeMs = Date.parse(wakeAt);
  if (Number.isNaN(wakeMs)) throw new InvariantViolation("A leg asked to be woken at no readable time.");
  return wakeMs > nowMs;
}
