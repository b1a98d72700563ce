import { expect, test } from "vitest";
import { failure } from "@/lib/runner/failures";
import { customer } from "../../support/world/shop";
import { RULE, World } from "../../support/world/world";

/** A world with `count` customers whose consent is provable, all changed an hour ago. */
function worldWith(count: number): World {
  const world = new World();
  const base = world.clock.nowMs() - 3_600_000;
  for (let n = 1; n <= count; n++) world.shop.put(customer(String(n), base + n * 1000));
  return world;
}

test("a first run delivers every customer once and its counts add up", async () => {
  const world = worldWith(612);
  const run = await world.run();
  expect(run.brief.state).toBe("succeeded");
  expect(run.verdict).toBe("healthy");
  expect(world.account.contacts.size).toBe(612);
  expect(world.account.journal).toHaveLength(612);
  expect(run.counts).toMatchObject({ taken: 612, delivered: 612 });
  expect(world.account.byAddress("c17@example.com")?.attributes).toEqual({ FIRSTNAME: "First 17", ORDERS_COUNT: 1 });
});

test("a second run reads its witnesses alone by id, writes nothing and is proven quiet", async () => {
  const world = worldWith(30);
  await world.run();
  world.clock.advance(15 * 60_000);
  const before = world.shop.readIds.length;
  const run = await world.run();
  expect(run.verdict).toBe("proven_quiet");
  expect(world.account.journal).toHaveLength(30);
  expect(world.shop.readIds).toHaveLength(before + 10);
});

test("three edits: the next run writes exactly those three", async () => {
  const world = worldWith(400);
  await world.run();
  world.clock.advance(15 * 60_000);
  for (const id of ["3", "200", "399"]) world.shop.edit(id, { firstName: "New" });
  world.clock.advance(60_000);
  await world.run();
  const written = world.account.journal.slice(400).map((entry) => entry.address);
  expect(new Set(written)).toEqual(new Set(["c3@example.com", "c200@example.com", "c399@example.com"]));
  expect(written).toHaveLength(3);
});

test("the bookmark never goes back and covers the walk less its margin", async () => {
  const world = worldWith(5);
  for (let n = 0; n < 4; n++) {
    await world.run();
    world.clock.advance(15 * 60_000);
  }
  const times = world.state.bookmarkHistory.map(({ atMs }) => atMs ?? 0);
  expect(times.every((at, n) => n === 0 || at >= (times[n - 1] ?? 0))).toBe(true);
  expect(new Set(times).size).toBeGreaterThan(2);
});

test("an expired token ends the run at once, unretried, bookmark unmoved; five such runs pause the sync", async () => {
  const world = worldWith(3);
  await world.run();
  const bookmark = world.state.bookmarks.get("scheduled")?.atMs;
  for (let n = 0; n < 5; n++) {
    expect(world.state.pause).toBeNull();
    world.clock.advance(15 * 60_000);
    world.shop.failures.page.push(failure("source.credential", "401"));
    const run = await world.run();
    expect(run.brief.state).toBe("failed");
    expect(run.attempts).toEqual([]);
  }
  expect(world.state.bookmarks.get("scheduled")?.atMs).toBe(bookmark);
  expect(world.state.pause).toMatchObject({ outageOnly: false, cause: { code: "source.credential" } });
});

test("an outage is tried five times with the waits of rule 4, then the run fails", async () => {
  const world = worldWith(3);
  for (let n = 0; n < 5; n++) world.shop.failures.page.push(failure("source.unavailable", "503"));
  const begin = world.clock.nowMs();
  const run = await world.run();
  expect(run.brief.state).toBe("failed");
  expect(run.attempts).toHaveLength(4);
  expect(world.clock.nowMs() - begin).toBe((60 + 120 + 240 + 480) * 1000);
});

test("an outage that passes costs a wait and nothing else", async () => {
  const world = worldWith(3);
  world.shop.failures.page.push(failure("source.unavailable", "503"));
  const run = await world.run();
  expect(run.brief.state).toBe("succeeded");
  expect(world.account.contacts.size).toBe(3);
});

test("an emptied list while records are known is unreadable, never quiet", async () => {
  const world = worldWith(40);
  await world.run();
  const bookmark = world.state.bookmarks.get("scheduled")?.atMs;
  world.clock.advance(15 * 60_000);
  world.shop.hideFromList = () => true;
  const run = await world.run();
  expect(run).toMatchObject({
    verdict: "unreadable",
    failure: { code: "source.unreadable" },
    brief: { state: "failed" },
  });
  expect(world.state.bookmarks.get("scheduled")?.atMs).toBe(bookmark);
});

test("an empty list from the first read on needs an exact total of zero", async () => {
  const shop = new World();
  expect((await shop.run()).verdict).toBe("proven_quiet");
  const lying = worldWith(4);
  lying.shop.hideFromList = () => true;
  expect((await lying.run()).failure).toMatchObject({ code: "source.unreadable" });
});

test("a shop whose customers were all deleted stays green", async () => {
  const world = worldWith(10);
  await world.run();
  world.shop.records.clear();
  world.clock.advance(15 * 60_000);
  const run = await world.run();
  expect(run.brief.state).toBe("succeeded");
  expect(run.counts.gone).toBe(10);
  expect([...world.account.contacts.values()].every((contact) => contact.lists.size === 0)).toBe(true);
});

test("a write that landed while its answer was lost is read back, not repeated", async () => {
  const world = worldWith(20);
  world.account.faults.push({ answer: { kind: "doubt", code: "timeout" }, commits: true, address: "c7@example.com" });
  const run = await world.run();
  expect(run.brief.state).toBe("succeeded");
  expect(run.counts.delivered).toBe(20);
  expect(world.account.journal.filter((entry) => entry.address === "c7@example.com")).toHaveLength(1);
});

test("a write that never landed is sent once more after its read-backs", async () => {
  const world = worldWith(20);
  world.account.faults.push({ answer: { kind: "doubt", code: "timeout" }, commits: false, address: "c7@example.com" });
  const run = await world.run();
  expect(run.brief.state).toBe("succeeded");
  expect(world.account.byAddress("c7@example.com")).toBeDefined();
  expect(world.account.journal.filter((entry) => entry.address === "c7@example.com")).toHaveLength(2);
});

test("calls in doubt one after the other stop the chunk: the backlog does not go the same way", async () => {
  const world = worldWith(50);
  for (let n = 0; n < 50; n++) world.account.faults.push({ answer: { kind: "doubt", code: "503" }, commits: false });
  const runId = world.request();
  const { runLeg } = await import("@/lib/runner/leg");
  await runLeg(world.ports, { runId, driver: "driver-1" });
  expect(world.account.journal.length).toBeLessThan(20);
  expect(world.state.run(runId).attempts).toMatchObject([{ code: "destination.unavailable", outage: true }]);
});

test("withdrawn consent takes the contact off the lists and blocklists it; who was never written is not touched", async () => {
  const world = worldWith(5);
  const unsubscribed = {
    address: "c3@example.com",
    state: "UNSUBSCRIBED",
    optInLevel: "SINGLE_OPT_IN",
    updatedAtMs: 1,
  };
  world.shop.edit("4", { email: { ...unsubscribed, address: "c4@example.com" } });
  await world.run();
  expect(world.account.byAddress("c4@example.com")).toBeUndefined();
  world.clock.advance(15 * 60_000);
  world.shop.edit("3", { email: unsubscribed });
  world.clock.advance(1000);
  await world.run();
  expect(world.account.byAddress("c3@example.com")).toMatchObject({ blocklisted: true, lists: new Set() });
});

test("a bad record is held and the rest lands", async () => {
  const world = worldWith(100);
  world.account.faults.push({
    answer: { kind: "permanent", code: "invalid_parameter" },
    commits: false,
    address: "c50@example.com",
  });
  const run = await world.run();
  expect(run.counts).toMatchObject({ delivered: 99, held: 1, taken: 100 });
  expect(run.brief.state).toBe("succeeded");
});

test("ten refusals in a row are systemic: the run fails, nothing is held by it, the bookmark stays", async () => {
  const world = worldWith(30);
  for (let n = 0; n < 30; n++)
    world.account.faults.push({ answer: { kind: "permanent", code: "invalid_parameter" }, commits: false });
  const run = await world.run();
  expect(run).toMatchObject({ brief: { state: "failed" }, failure: { code: "destination.systemic_rejection" } });
  expect(run.counts.held).toBe(0);
  expect(world.state.queue("scheduled").size).toBe(30);
  expect(world.state.bookmarks.get("scheduled")?.atMs ?? null).toBeNull();
});

/** Refuses every tenth write, with another code each time. */
function refuseEveryTenth(world: World): void {
  const write = world.account.write.bind(world.account);
  let writes = 0;
  world.account.write = async (input) =>
    ++writes % 10 === 0 ? { kind: "permanent", code: `invalid_${writes % 9}` } : write(input);
}

test("refusals are counted over all legs of a run: the twentieth of 200 sent stops it, though no leg saw many", async () => {
  const world = worldWith(400);
  refuseEveryTenth(world);
  const write = world.account.write.bind(world.account);
  // Each leg has time for some fifty records.
  world.account.write = async (input) => {
    world.clock.advance(1000);
    return write(input);
  };
  const run = await world.run();
  expect(run).toMatchObject({ brief: { state: "failed" }, failure: { code: "destination.systemic_rejection" } });
  expect(run.counts.held).toBeLessThan(20);
  expect(run.counts.held).toBeGreaterThan(10);
});

test("records that are held already and are refused again are nothing new: their run succeeds", async () => {
  const world = worldWith(300);
  const write = world.account.write.bind(world.account);
  const held = new Set<string>();
  let writes = 0;
  world.account.write = async (input) => {
    const address = input.target.by === "address" ? input.target.address : "";
    if (held.has(address) || (++writes % 25 === 0 && held.size < 12)) {
      held.add(address);
      return { kind: "permanent", code: "invalid_parameter" };
    }
    return write(input);
  };
  expect((await world.run()).counts).toMatchObject({ held: 12 });
  world.clock.advance(3_600_000);
  const again = await world.run();
  expect(again).toMatchObject({ brief: { state: "succeeded" }, counts: { held: 12, failed: 0 } });
});

test("two customers with one address: the one updated last owns it", async () => {
  const world = worldWith(2);
  const one = world.shop.records.get("1");
  const two = world.shop.records.get("2");
  if (!one || !two?.email) throw new Error("two customers");
  world.shop.put({ ...one, email: { ...two.email } });
  const run = await world.run();
  expect(run.counts).toMatchObject({ delivered: 1, superseded: 1 });
  expect(world.account.byAddress("c2@example.com")?.attributes.FIRSTNAME).toBe("First 2");
});

test("caps are exact: the run ends as capped and the next one goes on", async () => {
  const world = new World({ ...RULE, caps: { ...RULE.caps, created: 7 } });
  const base = world.clock.nowMs() - 3_600_000;
  for (let n = 1; n <= 20; n++) world.shop.put(customer(String(n), base + n * 1000));
  expect((await world.run()).brief.state).toBe("capped");
  expect(world.account.contacts.size).toBe(7);
  expect((await world.run()).brief.state).toBe("capped");
  expect(world.account.contacts.size).toBe(14);
  expect((await world.run()).brief.state).toBe("succeeded");
  expect(world.account.contacts.size).toBe(20);
});

test("a rule that was changed behind the publication does not run, is not retried, and nothing is written", async () => {
  const world = worldWith(3);
  const runId = world.request();
  const { publication } = world.state.run(runId).brief;
  world.state.run(runId).brief.publication = { ...publication, rule: { ...RULE, badRecords: "stop" } };
  const run = await world.drive(runId);
  expect(run).toMatchObject({
    brief: { state: "failed" },
    failure: { code: "publication.invalid", detail: "digest_differs" },
  });
  expect(world.account.journal).toEqual([]);
  expect(run.attempts).toEqual([]);
});

test("a run that finds another at work ends as collided", async () => {
  const world = worldWith(3);
  const first = world.request("scheduled");
  await world.ports.leases.take({
    brief: world.state.run(first).brief,
    driver: "driver-1",
    timing: world.ports.timing,
  });
  const second = await world.run("manual");
  expect(second).toMatchObject({ brief: { state: "collided" }, failure: { code: "run.collided" } });
});
