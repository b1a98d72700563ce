import { beforeEach, describe, expect, test } from "vitest";
import { World } from "../../../support/world/world";
import { fill, QUARTER_MS } from "./filled-worlds";

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

describe("Shopify's clock an hour off", () => {
  const HOUR_MS = 3_600_000;
  let world: World;
  let skewMs = 0;

  /** An edit as Shopify would stamp it, in whole seconds of its own clock. */
  const edit = (id: string, firstName: string) => {
    const before = world.shop.records.get(id);
    if (!before) throw new Error(`no customer ${id}`);
    const updatedAtMs = Math.floor((world.clock.nowMs() + skewMs) / 1000) * 1000;
    world.shop.put({ ...before, firstName, updatedAtMs });
  };

  beforeEach(() => {
    world = fill(new World(), 20);
    const page = world.shop.page.bind(world.shop);
    world.shop.page = async (input) => {
      const answer = await page(input);
      return answer.ok
        ? { ok: true, value: { ...answer.value, serverTimeMs: answer.value.serverTimeMs + skewMs } }
        : answer;
    };
    const read = world.shop.read.bind(world.shop);
    world.shop.read = async (ids) => {
      const answer = await read(ids);
      return answer.ok
        ? { ok: true, value: { ...answer.value, serverTimeMs: answer.value.serverTimeMs + skewMs } }
        : answer;
    };
  });

  test.each([HOUR_MS, -HOUR_MS])(
    "by %i ms, and mended again: nothing is lost and the bookmark never goes back",
    async (off) => {
      await world.run();
      for (const [n, skew] of [off, off, 0, off, 0, 0].entries()) {
        skewMs = skew;
        world.clock.advance(QUARTER_MS);
        edit(String(n + 1), `Run ${n}`);
        await world.run();
        expect(world.account.byAddress(`c${n + 1}@example.com`)?.attributes.FIRSTNAME).toBe(`Run ${n}`);
      }
      const times = world.state.bookmarkHistory.map(({ atMs }) => atMs ?? 0);
      expect(times.every((at, n) => n === 0 || at >= (times[n - 1] ?? 0))).toBe(true);
    },
  );

  test.each([HOUR_MS, -HOUR_MS, 0])(
    "by %i ms: an edit in the very second of the one before is not lost",
    async (off) => {
      await world.run();
      skewMs = off;
      world.clock.advance(QUARTER_MS);
      edit("3", "First");
      await world.run();
      edit("3", "Second");
      world.clock.advance(QUARTER_MS);
      await world.run();
      expect(world.account.byAddress("c3@example.com")?.attributes.FIRSTNAME).toBe("Second");
    },
  );
});
