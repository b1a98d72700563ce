import { describe, expect, test } from "vitest";
import { planWalk } from "@/lib/runner/bookmark";
import { TIMING } from "@/lib/runner/timing";
import { customer } from "../../support/world/shop";
import { World } from "../../support/world/world";
import { worldWith } from "./filled-world";

/*
 * RULE 1 for a lane that has a start (orders, scheduled), through whole runs. The records stand for orders: what is on trial is what is read and when.
 */

const HOUR_MS = 3_600_000;

describe("a lane that has a start", () => {
  test("never reads the whole list; a person's date and the bookmark count as ever", () => {
    const input = { bookmarkMs: null, fromMs: null, resend: false, sweep: null, nowMs: 0 } as const;
    expect(planWalk({ ...input, laneStartsMs: 5 }, TIMING.overlapMs)).toEqual({ kind: "updated", floorMs: 5 });
    expect(planWalk({ ...input, laneStartsMs: null }, TIMING.overlapMs)).toEqual({ kind: "id", floorMs: null });
    expect(planWalk({ ...input, bookmarkMs: HOUR_MS, laneStartsMs: 5 }, TIMING.overlapMs)).toEqual({
      kind: "updated",
      floorMs: HOUR_MS - TIMING.overlapMs,
    });
  });

  test("sends nothing from before its first run, then what changed since the run before, past ones by hand alone", async () => {
    const world = worldWith(30);
    const laneStartsMs = world.clock.nowMs();
    const run = () => world.run("scheduled", { laneStartsMs });
    expect(await run()).toMatchObject({ brief: { state: "succeeded" }, verdict: "proven_quiet" });
    expect(world.account.journal).toEqual([]);
    world.clock.advance(15 * 60_000);
    world.shop.put(customer("31", world.clock.nowMs() - 60_000));
    world.shop.edit("5", { firstName: "Edited" });
    world.clock.advance(60_000);
    expect((await run()).counts).toMatchObject({ taken: 2, delivered: 2 });
    world.clock.advance(15 * 60_000);
    expect((await run()).counts).toMatchObject({ delivered: 0 });
    expect((await world.run("manual")).counts).toMatchObject({ delivered: 29 });
    expect(world.account.contacts.size).toBe(31);
  });

  test("a first run that failed does not move the start: what changed meanwhile is sent by the next", async () => {
    const world = worldWith(3);
    const laneStartsMs = world.clock.nowMs();
    const page = world.shop.page.bind(world.shop);
    world.shop.page = async () => ({
      ok: false,
      error: { code: "source.credential", detail: "401", course: "stops", outage: false },
    });
    expect((await world.run("scheduled", { laneStartsMs })).brief.state).toBe("failed");
    world.clock.advance(HOUR_MS);
    world.shop.edit("2", { firstName: "Meanwhile" });
    world.clock.advance(HOUR_MS);
    world.shop.page = page;
    expect((await world.run("scheduled", { laneStartsMs })).counts).toMatchObject({ delivered: 1 });
  });

  test("an empty shop is quiet only with an exact count of none", async () => {
    const world = new World();
    const laneStartsMs = world.clock.nowMs();
    expect(await world.run("scheduled", { laneStartsMs })).toMatchObject({ verdict: "proven_quiet" });
    world.shop.total = async () => ({ ok: true, value: 4 });
    world.clock.advance(15 * 60_000);
    expect(await world.run("scheduled", { laneStartsMs })).toMatchObject({ verdict: "unreadable" });
  });

  test.each([HOUR_MS, -HOUR_MS])(
    "where Shopify's clock is %i ms off, what changes after the first run is sent",
    async (offMs) => {
      const world = worldWith(3);
      const laneStartsMs = world.clock.nowMs();
      const page = world.shop.page.bind(world.shop);
      world.shop.page = async (input) => {
        const came = await page(input);
        return came.ok ? { ok: true, value: { ...came.value, serverTimeMs: came.value.serverTimeMs + offMs } } : came;
      };
      await world.run("scheduled", { laneStartsMs });
      const before = world.account.journal.length;
      world.clock.advance(15 * 60_000);
      const second = world.shop.records.get("2");
      if (!second) throw new Error("customer 2 is there");
      world.shop.put({ ...second, firstName: "After", updatedAtMs: world.clock.nowMs() + offMs });
      world.clock.advance(60_000);
      await world.run("scheduled", { laneStartsMs });
      expect(world.account.journal.length).toBe(before + 1);
      expect(world.account.byAddress("c2@example.com")?.attributes.FIRSTNAME).toBe("After");
    },
  );
});
