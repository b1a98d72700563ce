import { describe, expect, test } from "vitest";
import { coveredBy, planWalk } from "@/lib/runner/bookmark";
import { TIMING } from "@/lib/runner/timing";
import type { FakeShop } from "../../support/world/shop";
import { worldWith } from "./filled-world";

const T = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

/** Changes each page of the list that the shop gives. */
function spoil(shop: FakeShop, change: (page: Parameters<typeof apply>[0], cursor: string | null) => void): void {
  const page = shop.page.bind(shop);
  shop.page = async (input) => {
    const came = await page(input);
    if (came.ok) change(came.value, input.cursor);
    return came;
  };
}
const apply = (page: Extract<Awaited<ReturnType<FakeShop["page"]>>, { ok: true }>["value"]) => page;

test("a walk vouches for what is a margin older than its start, one by id for what is an overlap older", () => {
  expect(coveredBy("updated", T, TIMING)).toBe(T - 120_000);
  expect(coveredBy("id", T, TIMING)).toBe(T - 15 * 60_000);
});

test("a walk goes an overlap below the bookmark; without one it reads the whole list; a person's date wins", () => {
  const plan = (more = {}) =>
    planWalk(
      { bookmarkMs: T, fromMs: null, resend: false, laneStartsMs: null, sweep: null, nowMs: T + HOUR_MS, ...more },
      TIMING.overlapMs,
    );
  expect(plan()).toEqual({ kind: "updated", floorMs: T - 15 * 60_000 });
  expect(plan({ bookmarkMs: null })).toEqual({ kind: "id", floorMs: null });
  expect(plan({ resend: true })).toEqual({ kind: "id", floorMs: null });
  expect(plan({ fromMs: T - HOUR_MS })).toEqual({ kind: "updated", floorMs: T - HOUR_MS });
});

test("the walk's start is told by the slower of the two clocks", async () => {
  const world = worldWith(3);
  spoil(world.shop, (page) => {
    page.serverTimeMs -= HOUR_MS;
  });
  await world.run();
  const covered = world.state.bookmarks.get("scheduled")?.atMs ?? 0;
  expect(covered).toBeLessThanOrEqual(world.clock.nowMs() - HOUR_MS - TIMING.overlapMs);
});

describe("a list that is not what it claims to be", () => {
  test("an id that comes twice is no list", async () => {
    const world = worldWith(300);
    let first: string | undefined;
    spoil(world.shop, (page, cursor) => {
      first ??= page.rows[0]?.id;
      const row = page.rows[0];
      if (cursor !== null && row && first) row.id = first;
    });
    expect(await world.run()).toMatchObject({ failure: { code: "source.unreadable", detail: "R1:id_twice" } });
    expect(world.account.journal).toEqual([]);
  });

  test("times that rise along the walk are no list", async () => {
    const world = worldWith(300);
    await world.run();
    for (const id of world.shop.records.keys()) world.shop.edit(id, { firstName: "Changed" });
    world.clock.advance(15 * 60_000);
    spoil(world.shop, (page, cursor) => {
      const row = page.rows[1];
      if (cursor !== null && row) row.updatedAtMs += HOUR_MS;
    });
    expect(await world.run()).toMatchObject({ failure: { code: "source.unreadable", detail: "R1:times_rise" } });
  });

  test("a first list that has fewer rows than are counted proves nothing", async () => {
    const world = worldWith(9);
    world.shop.hideFromList = (id) => Number(id) > 5;
    expect(await world.run()).toMatchObject({ failure: { detail: "R3:fewer_than_counted" } });
    expect(world.account.journal).toEqual([]);
  });
});

describe("what moves no bookmark", () => {
  test("a manual run from a date that leaves a gap", async () => {
    const world = worldWith(5);
    await world.run("manual", { fromMs: world.clock.nowMs() - HOUR_MS / 2 });
    expect(world.state.bookmarks.get("manual")?.atMs ?? null).toBeNull();
  });

  test("an opt-out pass", async () => {
    const world = worldWith(5);
    await world.run();
    const before = world.state.bookmarks.get("scheduled");
    world.clock.advance(HOUR_MS);
    await world.run("scheduled", { kind: "opt_out" });
    expect(world.state.bookmarks.get("scheduled")).toEqual(before);
  });
});

test("a long run walks again when its last walk is a quarter of an hour old: withdrawals do not wait for its end", async () => {
  const world = worldWith(400);
  const write = world.account.write.bind(world.account);
  world.account.write = async (input) => {
    world.clock.advance(4000);
    if (world.account.journal.length === 30)
      world.shop.edit("1", {
        email: { address: "c1@example.com", state: "UNSUBSCRIBED", optInLevel: "SINGLE_OPT_IN", updatedAtMs: 1 },
      });
    return write(input);
  };
  const run = await world.run();
  expect(run.brief.state).toBe("succeeded");
  const offAt = world.account.journal.findLastIndex((entry) => entry.address === "c1@example.com");
  expect(world.account.byAddress("c1@example.com")?.blocklisted).toBe(true);
  expect(offAt).toBeLessThan(350);
});
