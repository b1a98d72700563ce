import { expect, test } from "vitest";
import { failure } from "@/lib/runner/failures";
import { customer } from "../../../support/world/shop";
import { RULE, World } from "../../../support/world/world";
import { bookmarkOf, fill, QUARTER_MS } from "./filled-worlds";

/*
 * Cases of reading a shop, through whole runs. Each test is named after its id in ../shared/cases/shopify.json and says the symptom's opposite.
 */

const HOUR_MS = 3_600_000;
const EMAIL = { state: "SUBSCRIBED", optInLevel: "CONFIRMED_OPT_IN" };
const firstNameOf = (world: World, id: number) => world.account.byAddress(`c${id}@example.com`)?.attributes.FIRSTNAME;

/** A world that has read its shop once, a quarter of an hour ago. */
async function settled(count: number): Promise<World> {
  const world = fill(new World(), count);
  await world.run();
  world.clock.advance(QUARTER_MS);
  return world;
}

test("shopify-1 a server fault at page 2 of 3 is no end of the list: the walk goes on, and all 600 land", async () => {
  const world = await settled(600);
  for (const id of world.shop.records.keys()) world.shop.edit(id, { firstName: "Changed" });
  world.clock.advance(60_000);
  const page = world.shop.page.bind(world.shop);
  let struck = false;
  world.shop.page = async (input) => {
    if (input.cursor === null || struck) return page(input);
    struck = true;
    return { ok: false, error: failure("source.unavailable", "internal_server_error") };
  };
  expect(await world.run()).toMatchObject({ brief: { state: "succeeded" }, counts: { delivered: 600 } });
  expect(struck).toBe(true);
});

test("shopify-4 customer 1, edited after customer 2 was read, is met by the next run", async () => {
  const world = await settled(2);
  world.shop.edit("1", { firstName: "Edited" });
  world.clock.advance(60_000);
  expect((await world.run()).counts.delivered).toBe(1);
  expect(firstNameOf(world, 1)).toBe("Edited");
});

test("shopify-6 a row whose updatedAt is the bookmark itself is sent once, however often it is met", async () => {
  const world = await settled(3);
  const bookmarkMs = bookmarkOf(world) ?? 0;
  world.shop.put(customer("9", Math.floor(bookmarkMs / 1000) * 1000));
  for (let run = 0; run < 3; run++) {
    await world.run();
    world.clock.advance(QUARTER_MS);
  }
  expect(world.account.journal.filter(({ address }) => address === "c9@example.com")).toHaveLength(1);
});

test("shopify-9 what changes in a second span under a lower id is read like any other", async () => {
  const world = await settled(5);
  for (const id of ["5", "1"]) {
    world.shop.edit(id, { firstName: "Edited" });
    world.clock.advance(QUARTER_MS);
    await world.run();
    world.clock.advance(QUARTER_MS);
  }
  expect([firstNameOf(world, 5), firstNameOf(world, 1)]).toEqual(["Edited", "Edited"]);
});

test.each([
  ["shopify-39 the subscription was deleted, and three customers changed in the gap", 0],
  ["shopify-40 one webhook comes late, and one never", 1],
])("%s: the walk is the truth, all of them land", async (_case, named) => {
  const world = await settled(10);
  for (const id of ["2", "3", "4"]) world.shop.edit(id, { firstName: "Changed" });
  world.clock.advance(45_000);
  if (named > 0) world.nameByWebhook("2");
  world.clock.advance(15_000);
  expect(await world.run()).toMatchObject({ brief: { state: "succeeded" }, counts: { delivered: 3 } });
  expect([2, 3, 4].map((id) => firstNameOf(world, id))).toEqual(["Changed", "Changed", "Changed"]);
  world.clock.advance(HOUR_MS);
  expect((await world.run()).counts.delivered).toBe(0);
});

test("shopify-43 ann and joann.ann are two people: nobody is matched by a part of an address", async () => {
  const world = new World();
  const atMs = world.clock.nowMs() - HOUR_MS;
  const [ann, joann] = ["ann@example.test", "joann.ann@example.test"];
  for (const [id, address] of [
    ["1", joann],
    ["2", ann],
  ] as const)
    world.shop.put({ ...customer(id, atMs), email: { ...EMAIL, updatedAtMs: atMs, address } });
  await world.run();
  expect([joann, ann].map((address) => world.account.byAddress(address)?.attributes.FIRSTNAME)).toEqual([
    "First 1",
    "First 2",
  ]);
});

test("shopify-55 SUBSCRIBED with a single opt-in, where the rule asks for a confirmed one, is not sent", async () => {
  const world = new World({ ...RULE, consent: { ...RULE.consent, optInLevels: ["CONFIRMED_OPT_IN"] } });
  const atMs = world.clock.nowMs() - HOUR_MS;
  const email = { ...EMAIL, optInLevel: "SINGLE_OPT_IN", updatedAtMs: atMs, address: "c1@example.com" };
  world.shop.put(customer("1", atMs, { email }));
  expect((await world.run()).counts).toMatchObject({ delivered: 0, refused: 1 });
});

test("shopify-58 the 251st row is read too", async () => {
  const world = fill(new World(), 251);
  expect((await world.run()).counts.delivered).toBe(251);
});
