import { expect, test } from "vitest";
import { checkSchedule, nextDueMs, type Schedule } from "@/lib/runner/schedule";

const paris: Schedule = { kind: "cron", expression: "30 2 * * *", zone: "Europe/Paris" };

/** The next `count` due times as ISO text. */
function dueTimes(schedule: Schedule, from: string, count: number): string[] {
  const times: string[] = [];
  let at = Date.parse(from);
  for (let n = 0; n < count; n++) {
    const next = nextDueMs(schedule, at);
    if (next === null) break;
    times.push(new Date(next).toISOString());
    at = next;
  }
  return times;
}

test("02:30 in Paris when clocks go forward: one run a day, at the next time that exists", () => {
  expect(dueTimes(paris, "2026-03-27T12:00:00Z", 3)).toEqual([
    "2026-03-28T01:30:00.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
});

test("02:30 in Paris when clocks go back: one run a day, though the hour exists twice", () => {
  expect(dueTimes(paris, "2026-10-24T12:00:00Z", 3)).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
    "2026-10-27T01:30:00.000Z",
  ]);
});

test("an interval counts from the run before; off is never due", () => {
  expect(nextDueMs({ kind: "interval", minutes: 15 }, 1000)).toBe(901_000);
  expect(nextDueMs({ kind: "off" }, 1000)).toBeNull();
});

test("a schedule that cannot be is refused with its reason", () => {
  const now = Date.UTC(2026, 0, 1);
  expect(checkSchedule({ kind: "interval", minutes: 1 }, now)).toEqual({ ok: false, error: "too_often" });
  expect(checkSchedule({ ...paris, expression: "every night" }, now)).toEqual({
    ok: false,
    error: "expression_unreadable",
  });
  expect(checkSchedule({ ...paris, expression: "* * * * *" }, now)).toEqual({ ok: false, error: "too_often" });
  expect(checkSchedule({ ...paris, expression: "0 0 30 2 *" }, now)).toEqual({ ok: false, error: "never_runs" });
  expect(checkSchedule({ ...paris, zone: "Mars/Olympus" }, now)).toEqual({ ok: false, error: "zone_unknown" });
  expect(checkSchedule(paris, now)).toEqual({ ok: true, value: paris });
});
