import { describe, expect, test } from "vitest";
import type { WatchedSync } from "@/lib/db/watched-syncs";
import { judgeWatches } from "@/lib/watch/judge-watches";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 15, 12, 13);

/** A healthy sync each quarter of an hour, published a week ago. */
const sync = (more: Partial<WatchedSync> = {}): WatchedSync => ({
  workspaceId: "w",
  syncId: "s",
  state: "active",
  object: "customer",
  schedule: { kind: "interval", minutes: 15 },
  watches: undefined,
  nowMs: NOW,
  countedFromMs: NOW - 7 * DAY,
  lastProvenMs: NOW - 10 * MINUTE,
  nextRunMs: NOW + 5 * MINUTE,
  lastRequestedMs: NOW - 10 * MINUTE,
  laneIsBusy: false,
  unbegunSinceMs: null,
  progressMs: null,
  emptyRuns: 0,
  hasProduced: true,
  openFindings: [],
  ...more,
});
const kindsOf = (more: Partial<WatchedSync>, timeScale?: number) => [...judgeWatches(sync(more), timeScale).keys()];
const silentOf = (more: Partial<WatchedSync>) => judgeWatches(sync(more)).get("sync.no_success");

test("a healthy sync has nothing to say", () => {
  expect(kindsOf({})).toEqual([]);
});

describe("no proven success", () => {
  test("for 24 hours is silence, a minute less is none, and the evidence says since when", () => {
    expect(silentOf({ lastProvenMs: NOW - DAY })).toEqual({ sinceMs: NOW - DAY, hours: 24 });
    expect(silentOf({ lastProvenMs: NOW - DAY + MINUTE })).toBeUndefined();
  });

  test("of a sync each 20 hours is silence after 40, and of a weekly one on Mondays after two Mondays", () => {
    const seldom = { schedule: { kind: "interval", minutes: 20 * 60 } } as const;
    expect(silentOf({ ...seldom, lastProvenMs: NOW - 39 * HOUR })).toBeUndefined();
    expect(silentOf({ ...seldom, lastProvenMs: NOW - 40 * HOUR })).toBeDefined();
    const weekly = { schedule: { kind: "cron", expression: "0 6 * * 1", zone: "Europe/Berlin" } } as const;
    expect(silentOf({ ...weekly, countedFromMs: 0, lastProvenMs: NOW - 12 * DAY })).toBeUndefined();
    expect(silentOf({ ...weekly, countedFromMs: 0, lastProvenMs: NOW - 14 * DAY })).toBeDefined();
  });

  test("with no run recorded at all counts from publishing", () => {
    const never = { lastProvenMs: null, lastRequestedMs: null };
    expect(silentOf({ ...never, countedFromMs: NOW - DAY })).toEqual({ sinceMs: NOW - DAY, hours: 24 });
    expect(silentOf({ ...never, countedFromMs: NOW - DAY + MINUTE })).toBeUndefined();
  });

  test("since it was published anew counts from there, not from the success before", () => {
    expect(silentOf({ lastProvenMs: NOW - 9 * DAY, countedFromMs: NOW - HOUR })).toBeUndefined();
  });

  test("in a first run is no silence while it makes progress, and is when that stops for a day", () => {
    const first = { lastProvenMs: null, countedFromMs: NOW - 3 * DAY, laneIsBusy: true };
    expect(silentOf({ ...first, progressMs: NOW - HOUR })).toBeUndefined();
    expect(silentOf({ ...first, progressMs: NOW - DAY })).toEqual({ sinceMs: NOW - 3 * DAY, hours: 72 });
    expect(silentOf({ ...first, progressMs: null })).toBeDefined();
  });

  test("in a later run is silence however busy it is: it ran before, and should have ended", () => {
    expect(silentOf({ lastProvenMs: NOW - DAY, laneIsBusy: true, progressMs: NOW - MINUTE })).toBeDefined();
  });

  test("of a paused sync is silence too; of a draft, or one without a schedule, it is none", () => {
    expect(silentOf({ state: "paused", nextRunMs: null, lastProvenMs: NOW - DAY })).toBeDefined();
    expect(kindsOf({ state: "draft", lastProvenMs: NOW - 9 * DAY })).toEqual([]);
    expect(kindsOf({ schedule: { kind: "off" }, nextRunMs: null, lastProvenMs: NOW - 9 * DAY })).toEqual([]);
  });

  test("for as long as the sync sets", () => {
    expect(silentOf({ watches: { silentAfterHours: 2 }, lastProvenMs: NOW - 2 * HOUR })).toBeDefined();
    expect(silentOf({ watches: { silentAfterHours: 72 }, lastProvenMs: NOW - 71 * HOUR })).toBeUndefined();
  });

  test("on a demo whose waits are sixty times shorter is silence after 24 minutes", () => {
    expect(kindsOf({ lastProvenMs: NOW - 24 * MINUTE }, 60)).toContain("sync.no_success");
    expect(kindsOf({ lastProvenMs: NOW - 23 * MINUTE }, 60)).toEqual([]);
  });
});

describe("late", () => {
  test("is a run more than two intervals overdue", () => {
    expect(kindsOf({ nextRunMs: NOW - 30 * MINUTE })).toEqual([]);
    expect(kindsOf({ nextRunMs: NOW - 31 * MINUTE })).toEqual(["sync.late"]);
  });

  test("is also one that was written and never begun", () => {
    expect(kindsOf({ laneIsBusy: true, unbegunSinceMs: NOW - 31 * MINUTE })).toEqual(["sync.late"]);
  });

  test("P13: is also a schedule whose timer is gone: nothing is planned and nothing is at work", () => {
    const dropped = { nextRunMs: null, lastProvenMs: NOW - 50 * MINUTE };
    expect(kindsOf({ ...dropped, lastRequestedMs: NOW - 46 * MINUTE })).toEqual(["sync.late"]);
    expect(kindsOf({ ...dropped, lastRequestedMs: NOW - 44 * MINUTE })).toEqual([]);
    expect(kindsOf({ ...dropped, lastRequestedMs: NOW - 46 * MINUTE, laneIsBusy: true })).toEqual([]);
  });

  test("a long run at work is not, nor is a paused sync", () => {
    expect(kindsOf({ laneIsBusy: true, lastRequestedMs: NOW - 5 * HOUR })).toEqual([]);
    expect(kindsOf({ state: "paused", nextRunMs: null, lastRequestedMs: NOW - 5 * HOUR })).toEqual([]);
  });

  test("by as many intervals as the sync sets; a daily time is two days late after two", () => {
    expect(kindsOf({ watches: { lateAfterIntervals: 4 }, nextRunMs: NOW - 59 * MINUTE })).toEqual([]);
    expect(kindsOf({ watches: { lateAfterIntervals: 4 }, nextRunMs: NOW - 61 * MINUTE })).toEqual(["sync.late"]);
    const daily = { schedule: { kind: "cron", expression: "30 2 * * *", zone: "Europe/Paris" } } as const;
    expect(kindsOf({ ...daily, nextRunMs: Date.UTC(2026, 10, 14, 1, 30) })).toEqual([]);
    expect(kindsOf({ ...daily, nextRunMs: Date.UTC(2026, 10, 13, 1, 30) })).toEqual(["sync.late"]);
  });
});

describe("empty successes in a row", () => {
  test("say nothing unless the sync wants to hear of them", () => {
    expect(kindsOf({ emptyRuns: 10 })).toEqual([]);
    expect(kindsOf({ emptyRuns: 10, watches: { emptyRuns: 10 } })).toEqual(["sync.empty_runs"]);
    expect(kindsOf({ emptyRuns: 9, watches: { emptyRuns: 10 } })).toEqual([]);
  });

  test("of a sync that never produced are ordinary", () => {
    expect(kindsOf({ emptyRuns: 10, hasProduced: false, watches: { emptyRuns: 10 } })).toEqual([]);
  });
});
