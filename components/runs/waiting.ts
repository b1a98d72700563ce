import type { RunView } from "@/lib/use-cases/runs/run-view";

/** Why a waiting run waits, and until when. Keys are of `runs.waiting`. */
export type Waiting =
  | { key: "attempt"; atMs: number; attempt: number; max: number }
  | { key: "second_look"; atMs: number }
  | { key: "turn"; atMs: number }
  | { key: "turn_by_hand"; atMs: number }
  | { key: "later"; atMs: number };

type Facts = Pick<
  RunView,
  "lane" | "state" | "wakeAtMs" | "failedAttempts" | "attemptsMax" | "secondLook" | "workingRunId" | "attempts"
>;

/** @returns null for a run that does not wait */
export function waitingOf(run: Facts): Waiting | null {
  if (run.state !== "waiting" || run.wakeAtMs === null) return null;
  const atMs = run.wakeAtMs;
  const last = run.attempts.at(-1);
  if (last?.failure && last.nextAtMs === atMs) {
    if (run.secondLook && last.failure.code === "source.unreadable" && run.failedAttempts === 0)
      return { key: "second_look", atMs };
    return { key: "attempt", atMs, attempt: run.failedAttempts + 1, max: run.attemptsMax };
  }
  if (run.workingRunId === null) return { key: "later", atMs };
  return { key: run.lane === "manual" ? "turn_by_hand" : "turn", atMs };
}
