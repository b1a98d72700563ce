import { type Failure, failure } from "./failures";
import type { FinishedRun, StreakDecision } from "./lease-port";
import type { RunState } from "./states";
import type { Timing } from "./timing";

/*
 * RULE 4. Retry what passes, stop what does not. Five attempts, waiting 60, 120, 240, 480 s; five failed runs in a row pause the sync.
 */

export type AfterFailure =
  | { kind: "retry"; wakeAtMs: number; failedAttempts: number }
  | { kind: "look_again"; wakeAtMs: number }
  | { kind: "give_up" };

/**
 * What follows a failed attempt.
 * @param state.failedAttempts attempts that failed before this one at the same walk or batch
 * @param state.secondLook whether this read was the second look already
 */
export function afterFailure(
  cause: Failure,
  state: { failedAttempts: number; secondLook: boolean; nowMs: number },
  timing: Timing,
): AfterFailure {
  if (cause.course === "stops") return { kind: "give_up" };
  if (cause.code === "source.unreadable" && !state.secondLook)
    return { kind: "look_again", wakeAtMs: state.nowMs + timing.secondLookMs };
  const waitMs = timing.attemptWaitsMs[state.failedAttempts];
  if (waitMs === undefined) return { kind: "give_up" };
  const wakeAtMs = Math.max(state.nowMs + waitMs, cause.notBeforeMs ?? 0);
  return { kind: "retry", wakeAtMs, failedAttempts: state.failedAttempts + 1 };
}

const COUNTED_FAILURES: ReadonlySet<RunState> = new Set<RunState>(["failed", "crashed"]);

/** Failed runs in a row at which the merchant is warned, before the sync is paused. */
const WARN_AT = 3;

/**
 * The streak: warns at three, and pauses when the last `threshold` counted runs since the sync was last changed all failed. One success in between resets it.
 * @param finished counted runs only (no collided, stopped, capped, cancelled, test, sweep or opt-out run), newest first
 */
export function streakDecision(finished: readonly FinishedRun[], threshold: number): StreakDecision | null {
  const end = finished.findIndex((run) => !COUNTED_FAILURES.has(run.state));
  const streak = finished.slice(0, end < 0 ? finished.length : end);
  const cause = streak[0]?.failure ?? failure("run.crashed");
  if (streak.length >= threshold) {
    const last = streak.slice(0, threshold);
    const outageOnly = last.every((run) => run.failure?.outage === true);
    return { kind: "pause", cause, outageOnly, runIds: last.map((run) => run.runId) };
  }
  return streak.length === WARN_AT ? { kind: "warn", cause, failures: streak.length } : null;
}
