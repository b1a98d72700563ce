import { expect, test } from "vitest";
import type { World } from "../../support/world/world";
import { worldWith } from "./filled-world";

const HOUR_MS = 3_600_000;

/** A world whose next read is told that a silence asks for another. */
async function silent(onFreshToken: (world: World) => void): Promise<World> {
  const world = worldWith(5);
  await world.run();
  world.clock.advance(HOUR_MS);
  world.state.walks.length = 0;
  world.state.silenceAsks = true;
  world.onFreshToken = () => onFreshToken(world);
  return world;
}

test("a silence has everything read again at once, down to 48 hours ago, with a fresh token; nobody hears of it, and once is enough", async () => {
  let fresh = 0;
  const world = await silent(() => fresh++);
  const nowMs = world.clock.nowMs();
  expect(await world.run()).toMatchObject({ brief: { state: "succeeded" }, verdict: "proven_quiet", attempts: [] });
  expect(world.state.walks.map(({ state }) => state)).toEqual(["judged", "judged"]);
  expect(world.state.walks[1]?.evidence?.floorMs).toBe(nowMs - 48 * HOUR_MS);
  expect([fresh, world.state.findings.size, world.account.journal.length]).toEqual([1, 0, 5]);
  world.clock.advance(HOUR_MS);
  await world.run();
  expect([fresh, world.state.walks.length]).toEqual([1, 3]);
});

test("what the fresh token shows is the run's: a scope that is missing fails it, although the first read was proven", async () => {
  const world = await silent(({ shop }) => {
    shop.grantedScopes = [];
  });
  expect(await world.run()).toMatchObject({ brief: { state: "failed" }, failure: { code: "source.scope" } });
});

test("a second look that proves nothing is taken again like any other read, and the bookmark stays", async () => {
  let fresh = 0;
  const world = await silent(({ shop }) => {
    fresh++;
    shop.hideFromList = () => true;
  });
  const before = world.state.bookmarks.get("scheduled")?.atMs;
  expect(await world.run()).toMatchObject({ verdict: "unreadable", failure: { code: "source.unreadable" } });
  expect(world.state.bookmarks.get("scheduled")?.atMs).toBe(before);
  expect(fresh).toBeGreaterThan(4);
});
