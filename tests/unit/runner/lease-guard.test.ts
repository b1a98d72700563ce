import { beforeEach, expect, test } from "vitest";
import { LeaseLost } from "@/lib/kernel/errors";
import { LeaseGuard, StopWanted } from "@/lib/runner/lease";
import type { LeaseStore, StopWish } from "@/lib/runner/lease-port";
import { TIMING } from "@/lib/runner/timing";

const LEASE = { workspaceId: "w", syncId: "s", runId: "r", lane: "scheduled", epoch: 1 } as const;
const DATABASE_MS = 5_000_000;

let clocks: { monotonicMs: number; wallMs: number };
let beats: number;
let wish: StopWish;
let asked: boolean;
let guard: LeaseGuard;

beforeEach(() => {
  clocks = { monotonicMs: 1000, wallMs: 2000 };
  beats = 0;
  wish = null;
  asked = false;
  const beat = async () => {
    beats++;
    return { nowMs: DATABASE_MS + clocks.monotonicMs, stop: wish, yield: asked };
  };
  const clock = { nowMs: () => clocks.wallMs, monotonicMs: () => clocks.monotonicMs, sleep: async () => undefined };
  const store = { beat } as unknown as LeaseStore;
  guard = new LeaseGuard(LEASE, store, clock, TIMING, { ...clocks, databaseNowMs: DATABASE_MS });
});

/** Lets time pass on either clock. */
const pass = (monotonicMs: number, wallMs: number) => {
  clocks.monotonicMs += monotonicMs;
  clocks.wallMs += wallMs;
};

test("no call leaves once the last beat is 45 s old, and one leaves just before", () => {
  pass(44_999, 44_999);
  expect(() => guard.assertMayCall()).not.toThrow();
  pass(1, 1);
  expect(() => guard.assertMayCall()).toThrow(LeaseLost);
});

test("a frozen process's monotonic clock stood still: the wall clock alone stops the call", () => {
  pass(0, 45_000);
  expect(() => guard.assertMayCall()).toThrow(LeaseLost);
});

test("a wall clock that was set back hides nothing: the monotonic clock alone stops the call", () => {
  pass(45_000, -3_600_000);
  expect(() => guard.assertMayCall()).toThrow(LeaseLost);
});

test("beats are 15 s apart, many calls wait for one, and a beat lets calls leave again", async () => {
  pass(14_999, 14_999);
  await guard.keepAlive();
  expect(beats).toBe(0);
  pass(1, 1);
  await Promise.all([guard.keepAlive(), guard.keepAlive(), guard.keepAlive()]);
  expect(beats).toBe(1);
  pass(44_999, 44_999);
  expect(() => guard.assertMayCall()).not.toThrow();
});

test("the age of a beat counts from before it was sent, not from its answer", async () => {
  const beat = async () => {
    pass(40_000, 40_000);
    return { nowMs: DATABASE_MS, stop: null, yield: false };
  };
  const clock = { nowMs: () => clocks.wallMs, monotonicMs: () => clocks.monotonicMs, sleep: async () => undefined };
  const late = new LeaseGuard(LEASE, { beat } as unknown as LeaseStore, clock, TIMING, { ...clocks, databaseNowMs: 0 });
  await late.check();
  pass(5000, 5000);
  expect(() => late.assertMayCall()).toThrow(LeaseLost);
});

test.each(["cancelled", "paused", "republished"] as const)(
  "a beat that tells of a wish (%s) stops the leg",
  async (one) => {
    wish = one;
    await expect(guard.check()).rejects.toMatchObject({ wish: one });
    await expect(guard.check()).rejects.toBeInstanceOf(StopWanted);
  },
);

test("a beat tells whether a due scheduled run asks for its turn", async () => {
  asked = true;
  await guard.check();
  expect(guard.yieldAsked).toBe(true);
});
