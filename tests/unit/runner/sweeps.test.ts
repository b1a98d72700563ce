import { describe, expect, test } from "vitest";
import { customer } from "../../support/world/shop";
import type { World } from "../../support/world/world";
import { worldWith } from "./filled-world";

const HOUR_MS = 3_600_000;

const sweep = (world: World, which: "daily" | "weekly") => world.run("scheduled", { kind: "sweep", sweep: which });
const listed = (world: World) => [...world.account.contacts.values()].filter(({ lists }) => lists.has(2)).length;

describe("a weekly sweep", () => {
  test("takes everybody off whom the merchant deleted, however many", async () => {
    const world = worldWith(130);
    await world.run();
    for (let n = 1; n <= 120; n++) world.shop.records.delete(String(n));
    world.clock.advance(HOUR_MS);
    expect(await sweep(world, "weekly")).toMatchObject({ brief: { state: "succeeded" } });
    expect(listed(world)).toBe(10);
    expect(world.state.findings.size).toBe(0);
  });

  test("a list that has fewer ids than are counted proves nothing, also when somebody was deleted", async () => {
    const world = worldWith(20);
    await world.run();
    const bookmark = world.state.bookmarks.get("scheduled")?.atMs;
    world.clock.advance(HOUR_MS);
    world.shop.records.delete("5");
    for (let n = 31; n <= 35; n++) world.shop.put(customer(String(n), world.clock.nowMs() - 400 * HOUR_MS));
    world.shop.hideFromList = (id) => Number(id) > 30;
    const run = await sweep(world, "weekly");
    expect(run).toMatchObject({ failure: { detail: "R3:fewer_than_counted" }, verdict: "unreadable" });
    expect(world.state.bookmarks.get("scheduled")?.atMs).toBe(bookmark);
  });
});

test("a daily sweep walks down to 48 hours ago", async () => {
  const world = worldWith(3);
  await world.run();
  world.clock.advance(HOUR_MS);
  const nowMs = world.clock.nowMs();
  await sweep(world, "daily");
  expect(world.state.walks.at(-1)?.evidence).toMatchObject({ walkKind: "updated", floorMs: nowMs - 48 * HOUR_MS });
});
