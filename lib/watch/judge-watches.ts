import type { WatchedSync } from "@/lib/db/watched-syncs";
import type { FindingKind } from "@/lib/runner/finding-kinds";
import { nextDueMs, type Schedule, shortened } from "@/lib/runner/schedule";
import { thresholdsOf } from "./thresholds";

/*
 * RULE 5, the watches. Judged from rows alone and outside the runner, so that a dead runner does not silence its own alarm.
 */

export const WATCH_FINDINGS = [
  "sync.no_success",
  "sync.late",
  "sync.empty_runs",
] as const satisfies readonly FindingKind[];
type WatchFinding = (typeof WATCH_FINDINGS)[number];

const HOUR_MS = 3_600_000;
/** However long the hours set: twice the interval, so that a weekly sync may fail once. */
const INTERVALS_AT_LEAST = 2;

/**
 * What is wrong with one sync, each with the numbers that say so; a watch that is not named here has nothing to say and its finding is resolved.
 * @param timeScale how many times shorter intervals and hours are, on demos and in tests
 */
export function judgeWatches(sync: WatchedSync, timeScale = 1): Map<WatchFinding, Record<string, number>> {
  const alarms = new Map<WatchFinding, Record<string, number>>();
  if (sync.state === "draft" || sync.schedule.kind === "off") return alarms;
  const schedule = shortened(sync.schedule, timeScale);
  const silent = silence(sync, schedule, timeScale);
  if (silent) alarms.set("sync.no_success", silent);
  const late = sync.state === "active" ? lateness(sync, schedule) : null;
  if (late) alarms.set("sync.late", late);
  const { emptyRuns } = thresholdsOf(sync.watches);
  if (sync.object === "customer" && emptyRuns !== null && sync.hasProduced && sync.emptyRuns >= emptyRuns)
    alarms.set("sync.empty_runs", { runs: sync.emptyRuns });
  return alarms;
}

/** No proven success of the scheduled lane for max(24 h, twice the interval), counted from publishing at the earliest; no run at all is none as well. */
function silence(sync: WatchedSync, schedule: Schedule, timeScale: number): Record<string, number> | null {
  const sinceMs = Math.max(sync.countedFromMs, sync.lastProvenMs ?? Number.NEGATIVE_INFINITY);
  const limitMs = (fromMs: number) =>
    Math.max(
      fromMs + (thresholdsOf(sync.watches).silentAfterHours * HOUR_MS) / timeScale,
      dueAfter(schedule, fromMs, INTERVALS_AT_LEAST) ?? Number.NEGATIVE_INFINITY,
    );
  if (sync.nowMs < limitMs(sinceMs)) return null;
  const isFirst = sync.lastProvenMs === null || sync.lastProvenMs < sync.countedFromMs;
  if (isFirst && sync.progressMs !== null && sync.nowMs < limitMs(sync.progressMs)) return null;
  return { sinceMs, hours: Math.floor((sync.nowMs - sinceMs) / HOUR_MS) };
}

/** A scheduled run overdue by more than two intervals: not written when it was due (or, with no time to be written at, ever), or written and never begun. */
function lateness(sync: WatchedSync, schedule: Schedule): Record<string, number> | null {
  const unplanned = Math.max(sync.countedFromMs, sync.lastRequestedMs ?? Number.NEGATIVE_INFINITY);
  const nextMs = sync.nextRunMs ?? (sync.laneIsBusy ? null : nextDueMs(schedule, unplanned));
  const dueMs = Math.min(nextMs ?? Number.POSITIVE_INFINITY, sync.unbegunSinceMs ?? Number.POSITIVE_INFINITY);
  if (!Number.isFinite(dueMs)) return null;
  const limitMs = dueAfter(schedule, dueMs, thresholdsOf(sync.watches).lateAfterIntervals);
  return limitMs !== null && sync.nowMs > limitMs ? { dueMs } : null;
}

/** When a schedule has come round so many times after an instant; null when it never does. */
function dueAfter(schedule: Schedule, fromMs: number, times: number): number | null {
  let atMs: number | null = fromMs;
  for (let n = 0; n < times && atMs !== null; n++) atMs = nextDueMs(schedule, atMs);
  return atMs;
}
