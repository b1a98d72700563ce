import { describe, expect, test } from "vitest";
import { judgeContradictions } from "@/lib/runner/receipts/contradictions";
import { TIMING } from "@/lib/runner/timing";
import { customer } from "../../support/world/shop";
import type { World } from "../../support/world/world";
import { worldWith } from "./filled-world";

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A world that has read its shop once, a quarter of an hour ago. */
async function settled(count: number): Promise<World> {
  const world = worldWith(count);
  await world.run();
  world.clock.advance(QUARTER_MS);
  return world;
}

/** The next run, a quarter of an hour later. */
async function next(world: World) {
  world.clock.advance(QUARTER_MS);
  return world.run();
}

const lastEvidence = (world: World) => world.state.walks.at(-1)?.evidence;
const bookmarkOf = (world: World) => world.state.bookmarks.get("scheduled")?.atMs ?? 0;
const finding = (world: World, kind: string) => world.state.findings.get(kind);

describe("a quiet shop", () => {
  test("an empty run is proven quiet, with evidence by every receipt", async () => {
    const world = await settled(5);
    expect(await world.run()).toMatchObject({ verdict: "proven_quiet", brief: { state: "succeeded" } });
    expect(lastEvidence(world)?.receipts).toMatchObject({
      scope: { granted: ["read_customers"], addressedBefore: 5, addressedNow: 5 },
      witness: { asked: 3, alive: 3, departed: 0, vanished: [] },
      count: { before: 5, after: 5, known: 5, rise: 0 },
      index: { outside: 0, lagMs: 0 },
      contradictions: [],
      clocksApartMs: 0,
    });
  });

  test("the first read of all, when nobody is known yet, bothers nobody", async () => {
    const world = worldWith(3);
    expect(await world.run()).toMatchObject({ verdict: "healthy" });
    expect(lastEvidence(world)?.receipts?.clocksApartMs).toBeNull();
    expect(world.state.findings.size).toBe(0);
  });

  test("for 90 days, a run each hour: each is proven quiet, nobody is bothered, and nothing is sent", async () => {
    const world = await settled(5);
    for (let hour = 0; hour < 90 * 24; hour += 6) {
      world.clock.advance(6 * HOUR_MS);
      const run = await world.run();
      expect(run.verdict).toBe("proven_quiet");
    }
    expect(world.account.journal).toHaveLength(5);
    expect(world.state.findings.size).toBe(0);
  });
});

describe("R2", () => {
  test("a scope that is missing fails the run at once", async () => {
    const world = await settled(3);
    world.shop.grantedScopes = [];
    expect(await world.run()).toMatchObject({ failure: { code: "source.scope", detail: "read_customers" } });
  });

  test("addresses that are null without a word are a denied field: nobody is taken off a list", async () => {
    const world = await settled(5);
    const before = bookmarkOf(world);
    for (const [id, record] of world.shop.records) world.shop.records.set(id, { ...record, email: null });
    world.shop.edit("2", { firstName: "Changed" });
    expect(await next(world)).toMatchObject({ failure: { detail: "R2:fields_denied" }, verdict: "unreadable" });
    expect(bookmarkOf(world)).toBe(before);
    expect(world.account.journal).toHaveLength(5);
  });

  test("a merchant who takes one address off is believed", async () => {
    const world = await settled(5);
    world.shop.edit("2", { email: null });
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
  });
});

describe("R2 at the read by id from which records are delivered", () => {
  /** Strikes the reads by id that come after the walk was judged. @param times how many of them */
  const bareAtDelivery = (world: World, times: number) => {
    const read = world.shop.read.bind(world.shop);
    let left = times;
    world.shop.read = async (ids) => {
      const answer = await read(ids);
      if (!answer.ok || world.state.walks.at(-1)?.state !== "judged" || left-- <= 0) return answer;
      const records = [...answer.value.records].map(
        ([id, record]) => [id, record && { ...record, firstName: null, lastName: null, email: null }] as const,
      );
      return { ok: true, value: { ...answer.value, records: new Map(records) } };
    };
    return { mend: () => Object.assign(world.shop, { read }) };
  };

  test("one answer without addresses takes nobody off a list: it is read once more, and sent as it is", async () => {
    const world = await settled(5);
    world.shop.edit("2", { firstName: "Changed" });
    bareAtDelivery(world, 1);
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(world.account.byAddress("c2@example.com")).toMatchObject({ attributes: { FIRSTNAME: "Changed" } });
    expect(world.account.byAddress("c2@example.com")?.lists).toContain(2);
  });

  test("addresses that are denied for good fail the run after five attempts, and all is sent when they show again", async () => {
    const world = await settled(5);
    const before = bookmarkOf(world);
    for (const id of ["2", "3"]) world.shop.edit(id, { firstName: "Changed" });
    const struck = bareAtDelivery(world, Number.POSITIVE_INFINITY);
    expect(await next(world)).toMatchObject({
      brief: { state: "failed" },
      failure: { code: "source.unreadable", detail: "R2:fields_denied" },
      attempts: { length: 4 },
    });
    expect(world.account.journal).toHaveLength(5);
    expect(bookmarkOf(world)).toBeLessThan(world.shop.records.get("2")?.updatedAtMs ?? 0);
    expect(bookmarkOf(world)).toBeGreaterThanOrEqual(before);
    struck.mend();
    await next(world);
    expect(world.account.byAddress("c2@example.com")?.attributes.FIRSTNAME).toBe("Changed");
  });

  test("a first run whose records show nothing of anybody is no shop without addresses", async () => {
    const world = worldWith(5);
    bareAtDelivery(world, Number.POSITIVE_INFINITY);
    expect(await world.run()).toMatchObject({ failure: { detail: "R2:fields_denied" } });
    expect(world.state.rows.size).toBe(0);
  });

  test("customers without an address, who have a name, fail nothing", async () => {
    const world = worldWith(5);
    for (const [id, record] of world.shop.records) world.shop.records.set(id, { ...record, email: null });
    expect(await world.run()).toMatchObject({ brief: { state: "succeeded" } });
    const other = await settled(5);
    for (const id of ["2", "3"]) other.shop.edit(id, { email: null });
    expect(await next(other)).toMatchObject({ brief: { state: "succeeded" } });
    expect(other.account.byAddress("c2@example.com")?.lists).not.toContain(2);
  });
});

describe("R4", () => {
  test("a list that withholds what was edited, while reads by id show it: short, and it is delivered by id", async () => {
    const world = await settled(30);
    world.shop.edit("30", { firstName: "Withheld" });
    const editedAtMs = world.shop.records.get("30")?.updatedAtMs ?? 0;
    world.shop.hideFromList = (id) => id === "30";
    world.shop.hideFromIndex = (id) => id === "30";
    const run = await next(world);
    expect(run).toMatchObject({ verdict: "suspect_short", failure: { code: "source.suspect_short" } });
    expect(world.account.byAddress("c30@example.com")?.attributes.FIRSTNAME).toBe("Withheld");
    expect(bookmarkOf(world)).toBeLessThan(editedAtMs);
    expect(finding(world, "sync.suspect_short")).toMatchObject({ records: 1, recordIds: ["30"], receipts: ["R4"] });
  });

  test("the first look sends nothing and is no failed attempt; a second that finds it is green", async () => {
    const world = await settled(30);
    world.shop.edit("30", { firstName: "Late" });
    world.clock.advance(QUARTER_MS);
    const page = world.shop.page.bind(world.shop);
    let walks = 0;
    world.shop.page = (input) => {
      if (input.cursor === null) walks++;
      world.shop.hideFromList = walks === 1 ? (id) => id === "30" : () => false;
      return page(input);
    };
    const run = await world.run();
    expect(run).toMatchObject({ brief: { state: "succeeded" }, verdict: "healthy", attempts: [] });
    expect(walks).toBe(2);
    expect(world.state.contradictions("scheduled").size).toBe(0);
    expect(world.state.findings.size).toBe(0);
  });

  test("witnesses that are all null, without a deletion: the reads by id cannot be believed", async () => {
    const world = await settled(5);
    world.shop.nullById = () => true;
    expect(await world.run()).toMatchObject({ verdict: "unreadable", failure: { detail: "R4:witnesses_null" } });
    expect(world.account.journal).toHaveLength(5);
  });

  test("a merchant who deletes everybody stays green", async () => {
    const world = await settled(5);
    for (const id of [...world.shop.records.keys()]) world.shop.records.delete(id);
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" }, verdict: "proven_quiet" });
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(world.state.findings.size).toBe(0);
  });
});

describe("R5", () => {
  test("a total that rises without new ids is told at the second run, fails none, and settles", async () => {
    const world = await settled(5);
    world.shop.countsWrongBy = 1;
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(finding(world, "sync.counts_disagree")).toBeUndefined();
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(finding(world, "sync.counts_disagree")).toMatchObject({ rise: 1, gapReads: 2 });
    world.shop.countsWrongBy = 0;
    await next(world);
    expect(finding(world, "sync.counts_disagree")).toBeUndefined();
  });

  test("a count that lags behind new customers bothers nobody", async () => {
    const world = await settled(5);
    world.shop.countsWrongBy = -1;
    world.shop.put(customer("9", world.clock.nowMs()));
    await next(world);
    world.shop.countsWrongBy = 0;
    for (let run = 0; run < 3; run++) await next(world);
    expect(world.state.findings.size).toBe(0);
  });
});

describe("R6", () => {
  test("what the index has and the walk lacks is delivered by id, and holds the bookmark until a walk shows it", async () => {
    const world = await settled(30);
    world.shop.put(customer("77", world.clock.nowMs()));
    world.shop.hideFromList = (id) => id === "77";
    const run = await next(world);
    expect(run.verdict).toBe("suspect_short");
    expect(world.account.byAddress("c77@example.com")).toBeDefined();
    expect(bookmarkOf(world)).toBeLessThan(world.shop.records.get("77")?.updatedAtMs ?? 0);
    world.shop.hideFromList = () => false;
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(finding(world, "sync.suspect_short")).toBeUndefined();
    await next(world);
    expect(bookmarkOf(world)).toBeGreaterThan(world.shop.records.get("77")?.updatedAtMs ?? 0);
  });

  test("a day after it landed by id it fails no run any more; the finding stays", async () => {
    const world = await settled(30);
    world.state.streakThreshold = 100;
    world.shop.put(customer("77", world.clock.nowMs()));
    const putAtMs = world.clock.nowMs();
    world.shop.hideFromList = (id) => id === "77";
    await next(world);
    while (world.clock.nowMs() < putAtMs + DAY_MS + 3 * HOUR_MS) {
      world.clock.advance(HOUR_MS);
      await world.run();
    }
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(bookmarkOf(world)).toBeGreaterThan(putAtMs);
    expect(finding(world, "sync.suspect_short")).toBeDefined();
    expect(world.account.journal.filter(({ address }) => address === "c77@example.com")).toHaveLength(1);
  });

  test("an index that lags half an hour is measured, alarms nobody, and makes the next walk begin lower", async () => {
    const world = await settled(5);
    for (let hour = 0; hour < 3; hour++) {
      world.clock.advance(50 * MINUTE_MS);
      world.shop.edit("3", { firstName: `Edit ${hour}` });
      world.clock.advance(30 * MINUTE_MS);
      world.shop.hideFromIndex = (id) => id === "3";
      expect(await world.run()).toMatchObject({ brief: { state: "succeeded" }, verdict: "healthy" });
    }
    expect(world.state.findings.size).toBe(0);
    expect(world.state.reading.lagMs).toBe(30 * MINUTE_MS);
    const bookmark = bookmarkOf(world);
    await next(world);
    expect(lastEvidence(world)?.floorMs).toBe(bookmark - HOUR_MS);
  });

  test("a filter that works by whole days stays green", async () => {
    const world = await settled(30);
    world.shop.filtersByDay = true;
    world.shop.edit("3", { firstName: "Changed" });
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" }, verdict: "healthy" });
    expect(lastEvidence(world)?.receipts?.index?.outside).toBeGreaterThan(0);
    expect(world.state.findings.size).toBe(0);
  });
});

describe("R7", () => {
  test("a record that a webhook named and that list and index withhold is a contradiction", async () => {
    const world = await settled(30);
    world.shop.edit("4", { firstName: "Named" });
    world.shop.hideFromList = (id) => id === "4";
    world.shop.hideFromIndex = (id) => id === "4";
    world.nameByWebhook("4");
    expect((await next(world)).verdict).toBe("suspect_short");
    expect(finding(world, "sync.suspect_short")).toMatchObject({
      receipts: expect.arrayContaining(["R7"]),
      recordIds: ["4"],
    });
    expect(world.account.byAddress("c4@example.com")?.attributes.FIRSTNAME).toBe("Named");
  });

  test("one that is older than the walk's floor contradicts nothing", async () => {
    const world = await settled(30);
    world.nameByWebhook("4");
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(world.state.contradictions("scheduled").size).toBe(0);
  });
});

describe("healthy shops stay green", () => {
  test("500 edits in two minutes, some of them while the walk is on its way", async () => {
    const world = await settled(600);
    const page = world.shop.page.bind(world.shop);
    let edits = 0;
    const edit = () => world.shop.edit(String(1 + (edits++ % 500)), { firstName: `Edit ${edits}` });
    for (let n = 0; n < 400; n++) {
      edit();
      world.clock.advance(250);
    }
    world.shop.page = async (input) => {
      for (let n = 0; n < 50; n++) edit();
      world.clock.advance(1000);
      return page(input);
    };
    expect(await world.run()).toMatchObject({ brief: { state: "succeeded" }, verdict: "healthy", attempts: [] });
    expect(world.state.findings.size).toBe(0);
  });

  test.each([-HOUR_MS, HOUR_MS])("clocks %i ms apart: green, told once, and nothing is lost", async (apartMs) => {
    const world = worldWith(20);
    world.shop.skewMs = apartMs;
    for (let run = 0; run < 4; run++) {
      world.shop.edit("3", { firstName: `Edit ${run}` });
      expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    }
    expect([...world.state.findings.keys()]).toEqual(["sync.clocks_apart"]);
    expect(world.account.byAddress("c3@example.com")?.attributes.FIRSTNAME).toBe("Edit 3");
  });
});

describe("null by id", () => {
  test("without an event it is looked at again a day later, lets the batch land, and a finding says so", async () => {
    const world = await settled(30);
    world.shop.edit("3", { firstName: "Hidden" });
    world.shop.edit("4", { firstName: "Seen" });
    world.shop.nullById = (id) => id === "3";
    const run = await next(world);
    expect(run).toMatchObject({ brief: { state: "succeeded" } });
    expect(finding(world, "sync.record_vanished")).toMatchObject({ records: 1 });
    expect(world.account.byAddress("c3@example.com")?.lists).toContain(2);
    world.shop.nullById = () => false;
    world.shop.hideFromList = (id) => id === "3";
    world.clock.advance(DAY_MS + HOUR_MS);
    await world.run();
    expect(world.account.byAddress("c3@example.com")?.attributes.FIRSTNAME).toBe("Hidden");
  });

  test("still null a day later, it is gone and comes off the lists", async () => {
    const world = await settled(30);
    world.shop.edit("3", { firstName: "Edited" });
    await next(world);
    world.shop.hasNoEvents = true;
    world.shop.records.delete("3");
    world.state.queue("scheduled").clear();
    world.nameByWebhook("3");
    await next(world);
    expect(world.account.byAddress("c3@example.com")?.lists).toContain(2);
    world.clock.advance(DAY_MS + HOUR_MS);
    await world.run();
    expect(world.state.rows.get("3")?.outcome).toBe("gone");
    expect(world.account.byAddress("c3@example.com")?.lists).not.toContain(2);
    await next(world);
    expect(world.state.findings.size).toBe(0);
  });

  test("a whole chunk that is null once is read once more: nothing vanished", async () => {
    const world = await settled(30);
    world.shop.edit("3", { firstName: "Hidden" });
    const read = world.shop.read.bind(world.shop);
    let struck = false;
    world.shop.read = (ids) => {
      world.shop.nullById = () => !struck && world.state.walks.at(-1)?.state === "judged";
      const answer = read(ids);
      struck ||= world.state.walks.at(-1)?.state === "judged";
      return answer;
    };
    expect(await next(world)).toMatchObject({ brief: { state: "succeeded" } });
    expect(world.account.byAddress("c3@example.com")?.attributes.FIRSTNAME).toBe("Hidden");
    expect(finding(world, "sync.record_vanished")).toBeUndefined();
  });

  test("in a first run the rows of its own walk are the witnesses: what was just listed is not gone", async () => {
    const world = worldWith(5);
    world.shop.hasNoEvents = true;
    world.shop.nullById = () => true;
    expect(await world.run()).toMatchObject({ failure: { detail: "R4:witnesses_null" } });
    world.shop.nullById = () => false;
    await next(world);
    expect(world.account.contacts.size).toBe(5);
  });

  test("with a deletion it is gone at once", async () => {
    const world = await settled(30);
    world.shop.records.delete("3");
    world.nameByWebhook("3");
    await next(world);
    expect(world.state.rows.get("3")?.outcome).toBe("gone");
  });
});

test("a short read is retried as an attempt, five in all, and then the run has failed", async () => {
  const world = await settled(30);
  world.shop.put(customer("77", world.clock.nowMs()));
  world.shop.hideFromList = (id) => id === "77";
  const run = await next(world);
  expect(run.attempts.map(({ code }) => code)).toEqual(Array(4).fill("source.suspect_short"));
  expect(run.brief.state).toBe("failed");
  expect(world.state.walks.filter(({ verdict }) => verdict === "suspect_short")).toHaveLength(5);
});

test("an ordinary walk begins the default overlap below the bookmark where no lag was measured", async () => {
  const world = await settled(5);
  const bookmark = bookmarkOf(world);
  await world.run();
  expect(lastEvidence(world)?.floorMs).toBe(bookmark - TIMING.overlapMs);
});

test.each([
  [23, { kind: "short", ids: ["7"] }],
  [25, { kind: "none" }],
])("what landed by id a day ago fails no read any more, what landed %i h ago is judged", (hours, expected) => {
  const nowMs = 100 * DAY_MS;
  const one = { id: "7", updatedAtMs: nowMs - 2 * DAY_MS, receipts: ["R6" as const] };
  const open = { ...one, looks: 9, firstLookMs: nowMs - 2 * DAY_MS, landedMs: nowMs - hours * HOUR_MS };
  expect(judgeContradictions([one], [open], { nowMs, secondLook: true, secondLookMs: MINUTE_MS })).toEqual(expected);
});
