import { expect, test } from "vitest";
import type { World } from "../../support/world/world";
import { worldWith } from "./filled-world";

const QUARTER_MS = 15 * 60_000;
const PROVED = { state: "SUBSCRIBED", optInLevel: "CONFIRMED_OPT_IN", updatedAtMs: 1 };

/** Gives customers 1 to n the same address, in that order of change. */
function share(world: World, count: number): void {
  for (let n = 1; n <= count; n++) {
    const record = world.shop.records.get(String(n));
    if (record) world.shop.put({ ...record, email: { ...PROVED, address: "shared@example.com" } });
  }
}

const sayNo = (world: World, id: string, address: string) =>
  world.shop.edit(id, { email: { ...PROVED, state: "UNSUBSCRIBED", address } });
const isListed = (world: World, address: string) => (world.account.byAddress(address)?.lists.size ?? 0) > 0;

test("consent is asked at the read by id: who withdrew after the list was read is not written", async () => {
  const world = worldWith(5);
  const read = world.shop.read.bind(world.shop);
  world.shop.read = (ids) => {
    sayNo(world, "3", "c3@example.com");
    return read(ids);
  };
  expect((await world.run()).counts).toMatchObject({ delivered: 4, refused: 1 });
  expect(world.account.byAddress("c3@example.com")).toBeUndefined();
});

test("the opt-out of one of two who share an address bars the other, who was written before", async () => {
  const world = worldWith(2);
  share(world, 2);
  await world.run();
  expect(isListed(world, "shared@example.com")).toBe(true);
  world.clock.advance(QUARTER_MS);
  sayNo(world, "1", "shared@example.com");
  world.clock.advance(1000);
  await world.run();
  world.clock.advance(QUARTER_MS);
  await world.run();
  expect(isListed(world, "shared@example.com")).toBe(false);
});

test("an opt-out known from an earlier run bars a customer who comes with the same address", async () => {
  const world = worldWith(2);
  sayNo(world, "1", "c2@example.com");
  world.shop.records.delete("2");
  world.clock.advance(1000);
  await world.run();
  world.clock.advance(QUARTER_MS);
  const [late] = [...worldWith(2).shop.records.values()].slice(1);
  if (late) world.shop.put({ ...late, updatedAtMs: world.clock.nowMs() - 1000 });
  await world.run();
  expect(world.account.byAddress("c2@example.com")).toBeUndefined();
});

test("who opts out at an address while a call to it is in doubt bars it: that what was sent stands there settles nothing", async () => {
  const world = worldWith(2);
  sayNo(world, "1", "c1@example.com");
  await world.run();
  world.clock.advance(QUARTER_MS);
  world.shop.edit("2", { firstName: "Changed" });
  world.clock.advance(1000);
  world.account.faults.push({ answer: { kind: "doubt", code: "timeout" }, commits: true, address: "c2@example.com" });
  // Each record comes in a batch of its own: the other's new address is read when the call has been made.
  world.state.batchLimit = 1;
  sayNo(world, "1", "c2@example.com");
  world.clock.advance(QUARTER_MS);
  await world.run();
  expect(isListed(world, "c2@example.com")).toBe(false);
});

test("an opt-out that comes with a new address counts there, though the contact at the old one was erased", async () => {
  const world = worldWith(2);
  const other = world.shop.records.get("2");
  world.shop.records.delete("2");
  await world.run();
  world.account.contacts.clear();
  world.clock.advance(QUARTER_MS);
  sayNo(world, "1", "c2@example.com");
  // Long enough that no later walk looks at this version again.
  world.clock.advance(QUARTER_MS);
  await world.run();
  world.clock.advance(QUARTER_MS);
  if (other) world.shop.put({ ...other, updatedAtMs: world.clock.nowMs() - 1000 });
  await world.run();
  expect(world.account.byAddress("c2@example.com")).toBeUndefined();
});

test("when an opt-out is lifted, the others who share the address are decided anew", async () => {
  const world = worldWith(2);
  share(world, 2);
  sayNo(world, "1", "shared@example.com");
  world.clock.advance(1000);
  await world.run();
  expect(isListed(world, "shared@example.com")).toBe(false);
  world.clock.advance(QUARTER_MS);
  world.shop.edit("1", { email: { ...PROVED, address: "other@example.com" } });
  world.clock.advance(1000);
  await world.run();
  world.clock.advance(QUARTER_MS);
  await world.run();
  expect([isListed(world, "shared@example.com"), isListed(world, "other@example.com")]).toEqual([true, true]);
});

test("a customer whose address changes leaves the old one's lists and is written under the new", async () => {
  const world = worldWith(3);
  await world.run();
  world.clock.advance(QUARTER_MS);
  world.shop.edit("2", { email: { ...PROVED, address: "moved@example.com" } });
  world.clock.advance(1000);
  await world.run();
  expect([isListed(world, "c2@example.com"), isListed(world, "moved@example.com")]).toEqual([false, true]);
});

test("an older customer who comes to an owned address does not take it", async () => {
  const world = worldWith(2);
  const older = world.shop.records.get("1");
  share(world, 2);
  world.shop.records.delete("1");
  await world.run();
  world.clock.advance(QUARTER_MS);
  if (older) world.shop.put({ ...older, email: { ...PROVED, address: "shared@example.com" } });
  await world.run("manual");
  expect(world.account.byAddress("shared@example.com")?.attributes.FIRSTNAME).toBe("First 2");
  expect(world.state.rows.get("1")).toMatchObject({ outcome: "superseded", reason: "address_owned_by_other" });
});

test("of two in one chunk the one updated last is written, though the other comes later in the chunk", async () => {
  const world = worldWith(2);
  share(world, 2);
  const read = world.shop.read.bind(world.shop);
  world.shop.read = (ids) => {
    // After the list was read: it still stands first in the order of sending.
    world.shop.edit("1", { firstName: "Newest" });
    return read(ids);
  };
  expect((await world.run()).counts).toMatchObject({ delivered: 1, superseded: 1 });
  expect(world.account.byAddress("shared@example.com")?.attributes.FIRSTNAME).toBe("Newest");
});

test("who lost an address to a rival that was then refused stays pending, and is decided again", async () => {
  const world = worldWith(2);
  share(world, 2);
  const answer = { kind: "permanent", code: "invalid_parameter" } as const;
  world.account.faults.push({ answer, commits: false, address: "shared@example.com" });
  await world.run();
  world.clock.advance(QUARTER_MS);
  await world.run();
  expect(world.account.byAddress("shared@example.com")?.attributes.FIRSTNAME).toBe("First 1");
});
