import fc from "fast-check";
import { expect, test } from "vitest";
import { zoneOf } from "@/lib/runner/local-time";
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

test.each(["Europe/Paris", "America/Sao_Paulo", "Asia/Tokyo", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kathmandu"])(
  "%s: the first instant that shows a local time shows it, and none before it does",
  (name) => {
    const zone = zoneOf(name);
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2016, 0) / 1000, max: Date.UTC(2030, 0) / 1000 }), (atSeconds) => {
        const atMs = atSeconds * 1000;
        const localMs = zone.localOf(atMs);
        const firstMs = zone.firstInstantOf(localMs);
        expect(zone.localOf(firstMs)).toBe(localMs);
        expect(firstMs).toBeLessThanOrEqual(atMs);
        for (const backMs of [1_800_000, 3_600_000]) expect(zone.localOf(firstMs - backMs)).not.toBe(localMs);
      }),
    );
  },
);

test("a local time that clocks jump over is the instant of the jump", () => {
  const jumps = [
    ["Europe/Paris", Date.UTC(2026, 2, 29, 2, 59, 59), "2026-03-29T01:00:00.000Z"],
    ["Africa/Cairo", Date.UTC(2026, 3, 24, 0, 0, 0), "2026-04-23T22:00:00.000Z"],
    ["Australia/Lord_Howe", Date.UTC(2026, 9, 4, 2, 10, 0), "2026-10-03T15:30:00.000Z"],
  ] as const;
  for (const [name, localMs, expected] of jumps)
    expect(new Date(zoneOf(name).firstInstantOf(localMs)).toISOString()).toBe(expected);
});
