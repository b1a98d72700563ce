import { beforeEach, describe, expect, test } from "vitest";
import { err } from "@/lib/kernel/result";
import type { WriteAnswer } from "@/lib/runner/destination-port";
import { failure } from "@/lib/runner/failures";
import { runLeg } from "@/lib/runner/leg";
import { MemoryLeases } from "../../support/world/memory-leases";
import { customer } from "../../support/world/shop";
import { RULE, World } from "../../support/world/world";

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

const QUARTER_MS = 15 * 60_000;
const REFUSED: WriteAnswer = { kind: "permanent", code: "invalid_parameter" };

/** Customers 1, 2, … whose consent is provable, changed an hour ago, a second apart unless told otherwise. */
function fill(world: World, count: number, apartMs = 1000): World {
  const base = world.clock.nowMs() - 3_600_000;
  for (let n = 1; n <= count; n++) world.shop.put(customer(String(n), base + n * apartMs));
  return world;
}

const bookmarkOf = (world: World) => world.state.bookmarks.get("scheduled")?.atMs ?? null;
const firstNames = (world: World) => [...world.account.contacts.values()].map((one) => one.attributes.FIRSTNAME).sort();

/** Writes from the `after`th on are carried out and never answered: the process was killed under them. @returns when the first hangs */
function killAfter(world: World, after: number): { killed: Promise<void>; mend: () => void } {
  const { account } = world;
  const write = account.write.bind(account);
  let left = after;
  let mended = false;
  let die: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    die = resolve;
  });
  account.write = async (input) => {
    if (mended || left-- > 0) return write(input);
    await write(input);
    die();
    return new Promise(() => undefined);
  };
  return {
    killed,
    mend: () => {
      mended = true;
      account.write = write;
    },
  };
}

describe("a read that fails is never quiet", () => {
  test("P1: a source that stalls, then answers empty: unreadable, bookmark held, run not green", async () => {
    const world = fill(new World(), 40);
    await world.run();
    const bookmark = bookmarkOf(world);
    world.clock.advance(QUARTER_MS);
    world.shop.failures.page.push(failure("source.timeout"));
    world.shop.hideFromList = () => true;
    const run = await world.run();
    expect(run).toMatchObject({ brief: { state: "failed" }, verdict: "unreadable" });
    expect(bookmarkOf(world)).toBe(bookmark);
  });

  test("R1: empty from the first run on: a sync that never yielded is not green, and is paused after five", async () => {
    const world = fill(new World(), 4);
    world.shop.hideFromList = () => true;
    for (let n = 0; n < 5; n++) {
      expect(await world.run()).toMatchObject({ brief: { state: "failed" }, verdict: "unreadable" });
      world.clock.advance(QUARTER_MS);
    }
    expect(world.state.pause).toMatchObject({ cause: { code: "source.unreadable" } });
    expect(bookmarkOf(world)).toBeNull();
  });

  test("R1: an empty list beside a count that is not exact proves nothing", async () => {
    const world = new World();
    world.shop.total = async () => ({ ok: true, value: null });
    expect(await world.run()).toMatchObject({ brief: { state: "failed" }, verdict: "unreadable" });
  });

  test("R2: errors beside null data: unreadable, bookmark held", async () => {
    const world = fill(new World(), 3);
    await world.run();
    const bookmark = bookmarkOf(world);
    world.clock.advance(QUARTER_MS);
    world.shop.page = async () => err(failure("source.unreadable", "R1:null_connection"));
    expect(await world.run()).toMatchObject({ brief: { state: "failed" }, verdict: "unreadable" });
    expect(bookmarkOf(world)).toBe(bookmark);
  });

  test("R3: a list that leaves out one customer whom the read by id has: the read proves nothing", async () => {
    const world = fill(new World(), 9);
    await world.run("scheduled");
    world.clock.advance(QUARTER_MS);
    world.shop.hideFromList = (id) => id === "5";
    const run = await world.run("manual");
    expect(run).toMatchObject({
      brief: { state: "failed" },
      failure: { code: "source.unreadable", detail: "R3:known_record_missing" },
    });
    const [evidence] = world.state.walks.flatMap((walk) => walk.evidence ?? []).slice(-1);
    expect(evidence).toMatchObject({ missed: 1, missedAlive: 1, failedReceipts: ["R3"] });
    expect(world.state.bookmarks.get("manual")?.atMs ?? null).toBeNull();
  });
});

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

describe("refusals by the destination", () => {
  const refuseOnly = (world: World, ns: readonly number[]) => {
    for (const n of ns) world.account.faults.push({ answer: REFUSED, commits: false, address: `c${n}@example.com` });
  };

  test("P5: record 50 of 100 is rejected, and the run is repeated: 50 to 100 are delivered or held, none is lost", async () => {
    const world = fill(new World(), 100);
    refuseOnly(world, [50]);
    expect((await world.run()).counts).toMatchObject({ delivered: 99, held: 1 });
    expect([...world.state.queue("scheduled").values()]).toMatchObject([{ recordId: "50", cause: "retry" }]);
    world.clock.advance(3_600_000 + 1000);
    expect((await world.run()).counts).toMatchObject({ delivered: 1 });
    expect(world.account.contacts.size).toBe(100);
  });

  test("P5: under `stop` the run fails there with the bookmark below it, and the next one delivers the rest", async () => {
    const world = fill(new World({ ...RULE, badRecords: "stop" }), 100);
    refuseOnly(world, [50]);
    const run = await world.run();
    expect(run).toMatchObject({ brief: { state: "failed" }, failure: { code: "destination.request_refused" } });
    const rejected = world.shop.records.get("50")?.updatedAtMs ?? 0;
    expect(bookmarkOf(world) ?? 0).toBeLessThan(rejected);
    expect((await world.run()).brief.state).toBe("succeeded");
    expect(world.account.contacts.size).toBe(100);
    expect(world.account.journal.filter((entry) => entry.committed)).toHaveLength(100);
  });

  test("P6: every row is refused: the run fails, the bookmark is unmoved, and the next run tries them all again", async () => {
    const world = fill(new World(), 120);
    const write = world.account.write.bind(world.account);
    world.account.write = async () => REFUSED;
    const run = await world.run();
    expect(run).toMatchObject({ brief: { state: "failed" }, failure: { code: "destination.systemic_rejection" } });
    expect(run.counts).toMatchObject({ delivered: 0, held: 0 });
    expect(bookmarkOf(world)).toBeNull();
    world.account.write = write;
    expect((await world.run()).counts).toMatchObject({ delivered: 120 });
  });

  test("P7: one accepted, 99 refused: one is delivered, the others are not, and the counts say so", async () => {
    const world = fill(new World(), 100);
    refuseOnly(
      world,
      Array.from({ length: 100 }, (_, n) => n + 1).filter((n) => n !== 7),
    );
    const run = await world.run();
    expect(run.brief.state).toBe("failed");
    expect(run.counts).toMatchObject({ delivered: 1, held: 0, unchanged: 0 });
    expect(run.counts.taken).toBe(run.counts.delivered + run.counts.failed);
    expect(world.state.queue("scheduled").size).toBe(99);
  });

  test("R16: one in a thousand is refused for ever: 999 land, one is held and seen", async () => {
    const world = fill(new World(), 1000);
    refuseOnly(world, [500]);
    const run = await world.run();
    expect(run.counts).toMatchObject({ taken: 1000, delivered: 999, held: 1 });
    expect(world.state.rows.get("500")).toMatchObject({ outcome: "held", reason: "invalid_parameter" });
  });
});

describe("nothing is repeated", () => {
  test.each([true, false])(
    "P10: a 500 on write 200 of 500 (carried out: %s): each customer is written once",
    async (commits) => {
      const world = fill(new World(), 500);
      world.account.faults.push({ answer: { kind: "doubt", code: "500" }, commits, address: "c200@example.com" });
      expect((await world.run()).counts).toMatchObject({ delivered: 500 });
      const committed = world.account.journal.filter((entry) => entry.committed).map((entry) => entry.address);
      expect(committed).toHaveLength(500);
      expect(new Set(committed).size).toBe(500);
      const others = world.account.journal.filter((entry) => entry.address !== "c200@example.com");
      expect(new Set(others.map((entry) => entry.deliveryKey)).size).toBe(others.length);
    },
  );

  test("P11: a manual run during a scheduled one ends as collided, and the scheduled one is not disturbed", async () => {
    const world = fill(new World(), 300);
    const scheduled = world.request("scheduled");
    const page = world.shop.page.bind(world.shop);
    const manual = { state: "" };
    world.shop.page = async (input) => {
      if (manual.state === "") manual.state = (await world.run("manual")).brief.state;
      return page(input);
    };
    expect((await world.drive(scheduled)).brief.state).toBe("succeeded");
    expect(manual.state).toBe("collided");
    expect(world.account.journal).toHaveLength(300);
  });

  test("P19: after a restart the run proves its digest: an edit that went past publishing does not run", async () => {
    const world = fill(new World(), 3);
    const runId = world.request();
    const { brief } = world.state.run(runId);
    brief.publication = { ...brief.publication, rule: { ...RULE, lists: [{ id: 9, name: "Other", marketing: true }] } };
    expect(await world.drive(runId)).toMatchObject({
      brief: { state: "failed" },
      failure: { code: "publication.invalid", detail: "digest_differs" },
    });
    expect(world.account.journal).toEqual([]);
  });

  test("R12: the same step delivered 21 times at once has one effect", async () => {
    const world = fill(new World(), 60);
    const runId = world.request();
    await Promise.all(Array.from({ length: 21 }, () => runLeg(world.ports, { runId, driver: "driver-1" })));
    await world.drive(runId);
    expect(world.account.journal).toHaveLength(60);
    expect(world.state.run(runId)).toMatchObject({ brief: { state: "succeeded" }, counts: { delivered: 60 } });
  });
});

describe("processes that die", () => {
  test("I3: killed in mid-step: the same run is taken up once its beat is 60 s old, and its lost answer is read back", async () => {
    const world = fill(new World(), 120);
    const death = killAfter(world, 70);
    const runId = world.request();
    void runLeg(world.ports, { runId, driver: "driver-1" });
    await death.killed;
    death.mend();
    world.state.run(runId).brief.driver = "driver-2";
    const early = await runLeg(world.ports, { runId, driver: "driver-2" });
    expect(early).toMatchObject({ kind: "wake" });
    world.clock.advance(60_000);
    world.state.run(runId).brief.driver = "driver-1";
    expect(await world.drive(runId)).toMatchObject({ brief: { state: "succeeded" } });
    expect(world.account.contacts.size).toBe(120);
    expect(world.account.journal).toHaveLength(120);
  });

  test("I12: five restarts during a backfill: one run, a bookmark that never goes back, everybody once", async () => {
    const world = fill(new World(), 1500);
    const runId = world.request();
    for (let n = 0; n < 5; n++) {
      const death = killAfter(world, 200);
      void runLeg(world.ports, { runId, driver: "driver-1" });
      await death.killed;
      death.mend();
      world.clock.advance(60_000);
    }
    expect((await world.drive(runId)).brief.state).toBe("succeeded");
    const times = world.state.bookmarkHistory.map(({ atMs }) => atMs ?? 0);
    expect(times.every((at, n) => n === 0 || at >= (times[n - 1] ?? 0))).toBe(true);
    // Claimed and not sent under two of the dead: such records are looked for in two runs, then held, and tried again after an hour.
    for (const waitMs of [QUARTER_MS, 3_600_000]) {
      world.clock.advance(waitMs);
      expect((await world.run()).brief.state).toBe("succeeded");
    }
    expect(world.account.contacts.size).toBe(1500);
    expect(world.account.journal).toHaveLength(1500);
  });

  test("R9: a run that died during the schedule is closed after a lease, and the next tick's run goes on", async () => {
    const world = fill(new World(), 120);
    const death = killAfter(world, 70);
    const dead = world.request();
    void runLeg(world.ports, { runId: dead, driver: "driver-1" });
    await death.killed;
    death.mend();
    const leases = new MemoryLeases(world.state);
    expect(leases.closeDeadRun(dead, world.ports.timing, () => null)).toBe(false);
    world.clock.advance(world.ports.timing.leaseMs);
    expect(leases.closeDeadRun(dead, world.ports.timing, () => null)).toBe(true);
    expect(world.state.run(dead)).toMatchObject({ brief: { state: "crashed" } });
    expect((await world.run()).brief.state).toBe("succeeded");
    expect(world.account.contacts.size).toBe(120);
    expect(world.account.journal).toHaveLength(120);
  });
});

describe("a person cancels", () => {
  /** Asks for the end of the run with the 60th write. */
  function cancelAt(world: World, runId: string): void {
    const write = world.account.write.bind(world.account);
    world.account.write = async (input) => {
      if (world.account.journal.length === 60) world.state.run(runId).cancelRequested = true;
      return write(input);
    };
  }

  test.each(["I4", "I11"])(
    "%s: a run cancelled in mid-batch ends by the next chunk, and a new one starts at once",
    async () => {
      const world = fill(new World(), 250);
      const runId = world.request();
      cancelAt(world, runId);
      expect(await world.drive(runId)).toMatchObject({
        brief: { state: "cancelled" },
        failure: { code: "run.cancelled" },
      });
      expect(world.account.journal.length).toBeLessThanOrEqual(100);
      expect((await world.run()).brief.state).toBe("succeeded");
      expect(world.account.journal).toHaveLength(250);
    },
  );

  test("I4: a run whose minutes are used up ends as capped, and the sync can start again", async () => {
    const world = fill(new World({ ...RULE, caps: { ...RULE.caps, minutes: 1 } }), 600);
    const write = world.account.write.bind(world.account);
    world.account.write = async (input) => {
      world.clock.advance(300);
      return write(input);
    };
    expect((await world.run()).brief.state).toBe("capped");
    expect(world.account.contacts.size).toBeLessThan(600);
    world.account.write = write;
    expect((await world.run()).brief.state).toBe("succeeded");
    expect(world.account.contacts.size).toBe(600);
  });
});

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
