import { Cron } from "croner";
import { err, ok, type Result } from "@/lib/kernel/result";
import { zoneOf } from "./local-time";

/** When a sync runs by itself. A cron expression is read in its zone. Settings, not part of the digest. */
export type Schedule =
  | { kind: "interval"; minutes: number }
  | { kind: "cron"; expression: string; zone: string }
  | { kind: "off" };

export type ScheduleFault = "expression_unreadable" | "zone_unknown" | "too_often" | "never_runs";

/** Shopify's budget and ours make anything closer pointless. */
export const SHORTEST_INTERVAL_MINUTES = 5;

type CronSchedule = Extract<Schedule, { kind: "cron" }>;

/**
 * The next instant at which a schedule is due, strictly after `afterMs` (epoch ms); null for one that is off or never due again. A local time that does not
 * exist (clocks go forward) runs at the next that does; one that exists twice runs once. A cron of every hour names no local time: it keeps to real hours.
 */
export function nextDueMs(schedule: Schedule, afterMs: number): number | null {
  switch (schedule.kind) {
    case "off":
      return null;
    case "interval":
      return afterMs + schedule.minutes * 60_000;
    case "cron":
      return namesHours(schedule.expression) ? nextLocalDueMs(schedule, afterMs) : nextOf(schedule, afterMs);
  }
}

const namesHours = (expression: string): boolean => expression.trim().split(/\s+/)[1] !== "*";

const nextOf = (schedule: CronSchedule, afterMs: number): number | null =>
  patternOf(schedule).nextRun(new Date(afterMs))?.getTime() ?? null;

/**
 * Cron on local times, each then taken at the first instant that shows it. Croner alone runs each minute of an hour that exists twice twice, and leaves out a
 * day when an hour with several runs does not exist.
 */
function nextLocalDueMs({ expression, zone: name }: CronSchedule, afterMs: number): number | null {
  const zone = zoneOf(name);
  let localMs: number | null = zone.localOf(afterMs);
  for (;;) {
    localMs = nextOf({ kind: "cron", expression, zone: "UTC" }, localMs);
    if (localMs === null) return null;
    const dueMs = zone.firstInstantOf(localMs);
    if (dueMs > afterMs) return dueMs;
  }
}

/** @param factor how many times sooner an interval comes round, on demos and in tests; cron keeps to the clock */
export const shortened = (schedule: Schedule, factor: number): Schedule =>
  schedule.kind === "interval" ? { ...schedule, minutes: schedule.minutes / factor } : schedule;

/** Checks what a person typed. @returns the schedule, or why it cannot be */
export function checkSchedule(schedule: Schedule, nowMs: number): Result<Schedule, ScheduleFault> {
  if (schedule.kind === "interval")
    return schedule.minutes >= SHORTEST_INTERVAL_MINUTES ? ok(schedule) : err("too_often");
  if (schedule.kind === "off") return ok(schedule);
  if (!isZone(schedule.zone)) return err("zone_unknown");
  let next: Date[];
  try {
    next = patternOf(schedule).nextRuns(20, new Date(nowMs));
  } catch {
    return err("expression_unreadable");
  }
  if (next.length === 0) return err("never_runs");
  const closest = next
    .slice(1)
    .reduce((gap, at, n) => Math.min(gap, at.getTime() - (next[n]?.getTime() ?? 0)), Number.POSITIVE_INFINITY);
  return closest < SHORTEST_INTERVAL_MINUTES * 60_000 ? err("too_often") : ok(schedule);
}

/** Five fields, minute to weekday. Paused: croner is asked for times only, it never sets a timer here. */
const patternOf = (schedule: Pick<CronSchedule, "expression" | "zone">): Cron =>
  new Cron(schedule.expression, { timezone: schedule.zone, paused: true, mode: "5-part" });

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
