import { describe, expect, test } from "vitest";
import { World } from "../../../support/world/world";
import { fill, QUARTER_MS } from "./filled-worlds";

const firstNames = (world: World) => [...world.account.contacts.values()].map((one) => one.attributes.FIRSTNAME).sort();

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

describe("pages", () => {
  test.each([1, 500])(
    "P4: page-1 customer %i is edited while page 2 is read: delivered in this or the next run",
    async (id) => {
      const world = fill(new World(), 500);
      const page = world.shop.page.bind(world.shop);
      let edits = 0;
      world.shop.page = async (input) => {
        if (input.cursor !== null) world.shop.edit(String(id), { firstName: `Edited ${++edits}` });
        return page(input);
      };
      // The first run walks by id from 1; the second, after everybody changed, from the newest.
      await world.run();
      world.clock.advance(QUARTER_MS);
      for (const other of world.shop.records.keys()) world.shop.edit(other, { lastName: "Changed" });
      world.clock.advance(60_000);
      await world.run();
      world.shop.page = page;
      world.clock.advance(QUARTER_MS);
      expect((await world.run()).brief.state).toBe("succeeded");
      expect(edits).toBeGreaterThanOrEqual(2);
      expect(world.account.byAddress(`c${id}@example.com`)?.attributes.FIRSTNAME).toBe(`Edited ${edits}`);
    },
  );

  test("R4: short pages in mid-walk that say more follows: read on", async () => {
    const world = fill(new World(), 300);
    const page = world.shop.page.bind(world.shop);
    const lengths = [100, 1, 37, 3];
    world.shop.page = async (input) => page({ ...input, first: lengths[world.shop.pages % lengths.length] ?? 1 });
    await world.run();
    expect(world.account.contacts.size).toBe(300);
    world.clock.advance(QUARTER_MS);
    for (const id of world.shop.records.keys()) world.shop.edit(id, { firstName: "Changed" });
    world.clock.advance(60_000);
    expect((await world.run()).counts.delivered).toBe(300);
    expect(new Set(firstNames(world))).toEqual(new Set(["Changed"]));
  });

  test("R5: 600 customers with one updatedAt, 250 to a page: none is lost", async () => {
    const world = fill(new World(), 600, 0);
    expect((await world.run()).counts.delivered).toBe(600);
    world.clock.advance(QUARTER_MS);
    for (const id of world.shop.records.keys()) world.shop.edit(id, { firstName: "Changed" });
    world.clock.advance(60_000);
    expect((await world.run()).counts.delivered).toBe(600);
    expect(world.shop.pages).toBeGreaterThanOrEqual(6);
  });
});
