import { afterAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/db/client";
import { masterKeyFrom } from "@/lib/db/workspace-keys";
import { dispatchRuns } from "@/lib/dispatch/dispatch-runs";
import type { Installation } from "@/lib/installation";
import { nextDueMs, type Schedule } from "@/lib/runner/schedule";
import { TIMING } from "@/lib/runner/timing";
import { openVirtualDatabase } from "../simulation/sql/virtual-database";
import { publishRule } from "../support/publish-rule";
import { RULE } from "../support/world/world";

/*
 * The dispatcher itself on a Postgres whose clock is stepped through days: what counts is the table of runs.
 */

const virtual = await openVirtualDatabase(inject("testAdminUrl"), inject("testTemplate"));
const { owner, setClock } = virtual;
vi.stubEnv("DATABASE_URL", virtual.url);
vi.stubEnv("INNGEST_EVENT_KEY", "");
vi.stubEnv("INNGEST_SIGNING_KEY", "");
afterAll(async () => {
  await closeDatabase();
  await virtual.close();
});

const here: Installation = {
  isDemo: false,
  master: masterKeyFrom(Buffer.alloc(32, 1).toString("base64")),
  signingKey: Buffer.alloc(32, 2),
  policy: { allowLoopback: false },
  timeScale: 1,
  mailer: null,
  timing: TIMING,
};
const { syncId } = await publishRule(database(), here, RULE);

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

beforeEach(async () => {
  vi.useRealTimers();
  await owner`truncate runs cascade`;
});

async function schedule(given: Schedule, fromMs: number): Promise<void> {
  await setClock(fromMs);
  const nextMs = nextDueMs(given, fromMs);
  await owner`update syncs set schedule = ${owner.json(given)}, next_run_at = at_ms(${nextMs}) where id = ${syncId}`;
}

/** Two dispatchers tick at once; what they started is over before the next tick. */
async function tick(atMs: number): Promise<void> {
  await setClock(atMs);
  await Promise.all([dispatchRuns(here), dispatchRuns(here)]);
  await owner`update runs set state = 'succeeded', finished_at = clock_timestamp() where finished_at is null`;
}

async function tickThrough(fromMs: number, untilMs: number, everyMs = 30 * MINUTE_MS): Promise<void> {
  for (let atMs = fromMs; atMs < untilMs; atMs += everyMs) await tick(atMs);
}

/** When runs were asked for, in local time of the zone, oldest first. */
async function runTimes(zone: string): Promise<string[]> {
  const rows = await owner<
    { at: string }[]
  >`select to_char(requested_at at time zone ${zone}, 'MM-DD HH24:MI') as at from runs order by requested_at`;
  return rows.map(({ at }) => at);
}

const cron = (expression: string, zone: string): Schedule => ({ kind: "cron", expression, zone });

describe("one run a day, whatever the clocks of the zone do", () => {
  test.each([
    [
      "clocks go forward over it: at the next time that exists",
      cron("30 2 * * *", "Europe/Paris"),
      "2026-03-27T12:00:00Z",
      ["03-28 02:30", "03-29 03:00", "03-30 02:30"],
    ],
    [
      "it exists twice: at the first",
      cron("30 2 * * *", "Europe/Paris"),
      "2026-10-23T12:00:00Z",
      ["10-24 02:30", "10-25 02:30", "10-26 02:30"],
    ],
    [
      "clocks go forward at midnight, over the beginning of the day",
      cron("30 0 * * *", "Africa/Cairo"),
      "2026-04-22T12:00:00Z",
      ["04-23 00:30", "04-24 01:00", "04-25 00:30"],
    ],
    [
      "several times of an hour that is left out are one run",
      cron("0,30 2 * * *", "Europe/Paris"),
      "2026-03-28T12:00:00Z",
      ["03-29 03:00", "03-30 02:00", "03-30 02:30", "03-31 02:00", "03-31 02:30"],
    ],
    [
      "several times of an hour that comes twice are not run twice",
      cron("0,30 2 * * *", "Europe/Paris"),
      "2026-10-24T12:00:00Z",
      ["10-25 02:00", "10-25 02:30", "10-26 02:00", "10-26 02:30", "10-27 02:00", "10-27 02:30"],
    ],
    [
      "a zone without such changes",
      cron("30 2 * * *", "America/Sao_Paulo"),
      "2026-10-23T12:00:00Z",
      ["10-24 02:30", "10-25 02:30", "10-26 02:30"],
    ],
    [
      "a zone east of us without such changes",
      cron("30 2 * * *", "Asia/Tokyo"),
      "2026-03-27T12:00:00Z",
      ["03-28 02:30", "03-29 02:30", "03-30 02:30"],
    ],
  ] as const)("%s", async (_what, given, from, expected) => {
    const fromMs = Date.parse(from);
    await schedule(given, fromMs);
    await tickThrough(fromMs, fromMs + 3 * DAY_MS);
    expect(await runTimes(given.kind === "cron" ? given.zone : "")).toEqual(expected);
  });

  test("hourly keeps to real hours through the hour that comes twice", async () => {
    const fromMs = Date.parse("2026-10-24T23:30:00Z");
    await schedule(cron("0 * * * *", "Europe/Paris"), fromMs);
    await tickThrough(fromMs, fromMs + 240 * MINUTE_MS);
    expect(await runTimes("Europe/Paris")).toEqual(["10-25 02:00", "10-25 02:00", "10-25 03:00", "10-25 04:00"]);
  });
});

describe("ticks that come late", () => {
  test.each([
    ["between the two times that it exists", "2026-10-25T00:15:00Z", "2026-10-25T01:10:00Z"],
    ["after both", "2026-10-25T00:15:00Z", "2026-10-25T06:00:00Z"],
  ])("nothing ticks until %s: one run all the same", async (_what, silentFrom, silentUntil) => {
    const fromMs = Date.parse("2026-10-24T12:00:00Z");
    await schedule(cron("30 2 * * *", "Europe/Paris"), fromMs);
    await tickThrough(fromMs, Date.parse(silentFrom));
    await tickThrough(Date.parse(silentUntil), fromMs + 2 * DAY_MS);
    const days = (await runTimes("Europe/Paris")).map((at) => at.slice(0, 5));
    expect(days).toEqual(["10-25", "10-26"]);
  });

  test("a day on which nothing ticked is one run, and the interval counts from it", async () => {
    const fromMs = Date.parse("2026-05-01T00:00:00Z");
    await schedule({ kind: "interval", minutes: 15 }, fromMs);
    await tickThrough(fromMs + DAY_MS + 7 * MINUTE_MS, fromMs + DAY_MS + 40 * MINUTE_MS, MINUTE_MS);
    expect(await runTimes("UTC")).toEqual(["05-02 00:07", "05-02 00:22", "05-02 00:37"]);
  });
});

describe("a dispatcher whose own clock is wrong", () => {
  test.each([-3_600_000, 3_600_000])("by %i ms: the database's says when a sync is due next", async (offMs) => {
    const fromMs = Date.parse("2026-05-01T00:00:00Z");
    await schedule({ kind: "interval", minutes: 15 }, fromMs);
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let minute = 0; minute <= 45; minute++) {
      vi.setSystemTime(fromMs + minute * MINUTE_MS + offMs);
      await tick(fromMs + minute * MINUTE_MS);
    }
    expect(await runTimes("UTC")).toEqual(["05-01 00:15", "05-01 00:30", "05-01 00:45"]);
  });
});
