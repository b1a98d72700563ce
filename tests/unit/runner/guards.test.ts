import { describe, expect, test } from "vitest";
import type { WriteTarget } from "@/lib/runner/destination-port";
import { failure } from "@/lib/runner/failures";
import { addressHash, type DeliveryIdentity, deliveryKey } from "@/lib/runner/ledger";
import { runLeg } from "@/lib/runner/leg";
import { TIMING } from "@/lib/runner/timing";
import { worldWith } from "./filled-world";

/*
 * Guards of the delivering half, each by a course of events in which it alone stands between the record and harm.
 */

const QUARTER_MS = 15 * 60_000;
const KEY = new Uint8Array(32).fill(7);

describe("before a call leaves", () => {
  test("no call is made on a read older than 15 s: the record is read again, and its consent with it", async () => {
    const world = worldWith(50);
    const { open } = world.ports;
    world.ports.open = async (brief) => ({
      ...(await open(brief)),
      limiter: { reserve: async () => ({ startInMs: 0, gapMs: 1000 }) },
    });
    let readAtMs = 0;
    const read = world.shop.read.bind(world.shop);
    world.shop.read = (ids) => {
      readAtMs = world.clock.nowMs();
      return read(ids);
    };
    const ages: number[] = [];
    const write = world.account.write.bind(world.account);
    world.account.write = (input) => {
      ages.push(world.clock.nowMs() - readAtMs);
      return write(input);
    };
    expect((await world.run()).counts.delivered).toBe(50);
    expect(Math.max(...ages)).toBeLessThan(TIMING.rereadMs);
    expect(ages).toHaveLength(50);
  });

  test("a rate limit beyond the freshness of the read claims nothing", async () => {
    const world = worldWith(5);
    const { open } = world.ports;
    const waits = [20_000];
    world.ports.open = async (brief) => ({
      ...(await open(brief)),
      limiter: { reserve: async () => ({ startInMs: waits.shift() ?? 0, gapMs: 0 }) },
    });
    const runId = world.request();
    expect(await runLeg(world.ports, { runId, driver: "driver-1" })).toMatchObject({ kind: "wake" });
    expect(world.state.ledger.size).toBe(0);
    expect((await world.drive(runId)).counts.delivered).toBe(5);
  });

  test("after a failure that concerns all, the rest of the chunk is not sent", async () => {
    const world = worldWith(50);
    const stop = { kind: "stop", failure: failure("destination.credential", "401") } as const;
    for (let n = 0; n < 50; n++) world.account.faults.push({ answer: stop, commits: false });
    expect(await world.run()).toMatchObject({ failure: { code: "destination.credential" } });
    expect(world.account.journal.length).toBeLessThanOrEqual(10);
    expect([...world.state.ledger.values()].every((row) => row.state === "released")).toBe(true);
  });

  test("a due scheduled run is let through at the end of the manual one's batch", async () => {
    const world = worldWith(100);
    world.state.batchLimit = 20;
    const [manual, scheduled] = [world.request("manual"), world.request("scheduled")];
    const leg = (runId: string) => runLeg(world.ports, { runId, driver: "driver-1" });
    const write = world.account.write.bind(world.account);
    let asked = false;
    world.account.write = async (input) => {
      if (!asked && world.account.journal.length >= 5) {
        asked = true;
        expect((await leg(scheduled)).kind).toBe("wake");
      }
      return write(input);
    };
    expect(await leg(manual)).toMatchObject({ kind: "wake" });
    expect(world.account.contacts.size).toBeLessThanOrEqual(40);
    world.clock.advance(TIMING.yieldMs);
    expect((await world.drive(scheduled)).brief.state).toBe("succeeded");
    expect((await world.drive(manual)).brief.state).toBe("succeeded");
    expect(world.account.journal).toHaveLength(100);
  });
});

describe("what was done before", () => {
  test("an edit that changes nothing of the payload sends nothing", async () => {
    const world = worldWith(3);
    await world.run();
    world.clock.advance(QUARTER_MS);
    world.shop.edit("2", { lastName: "Unmapped" });
    world.clock.advance(1000);
    expect((await world.run()).counts).toMatchObject({ unchanged: 1, delivered: 0 });
    expect(world.account.journal).toHaveLength(3);
  });

  test("an older version that a stale replica serves does not replace a newer one", async () => {
    const world = worldWith(3);
    const stale = world.shop.records.get("2");
    world.clock.advance(QUARTER_MS);
    world.shop.edit("2", { firstName: "Newer" });
    world.clock.advance(200_000);
    await world.run();
    world.clock.advance(QUARTER_MS);
    world.shop.edit("2", { firstName: "Newest" });
    const read = world.shop.read.bind(world.shop);
    world.shop.read = async (ids) => {
      const came = await read(ids);
      if (came.ok && stale) came.value.records.set("2", stale);
      return came;
    };
    await world.run();
    expect(world.account.byAddress("c2@example.com")?.attributes.FIRSTNAME).toBe("Newer");
    expect(world.state.rows.get("2")).toMatchObject({ outcome: "superseded", reason: "older_version" });
  });

  test("A, B, A are three deliveries under three keys; the second and third go to the contact's id", async () => {
    const world = worldWith(1);
    const targets: WriteTarget["by"][] = [];
    const write = world.account.write.bind(world.account);
    world.account.write = (input) => {
      targets.push(input.target.by);
      return write(input);
    };
    for (const firstName of ["A", "B", "A"]) {
      world.shop.edit("1", { firstName });
      await world.run();
      world.clock.advance(QUARTER_MS);
    }
    expect(new Set(world.account.journal.map((entry) => entry.deliveryKey)).size).toBe(3);
    expect(targets).toEqual(["address", "id", "id"]);
  });

  test("a delivery key tells records, contents, syncs, accounts and workspaces apart", () => {
    const one: DeliveryIdentity = {
      ...{ destination: "org-1", destinationObject: "contact", syncId: "s", recordId: "1" },
      ...{ payloadDigest: "d", sequence: 0 },
    };
    const keys = [
      deliveryKey(KEY, one),
      deliveryKey(KEY, { ...one, destination: "org-2" }),
      deliveryKey(KEY, { ...one, syncId: "t" }),
      deliveryKey(KEY, { ...one, recordId: "2" }),
      deliveryKey(KEY, { ...one, payloadDigest: "e" }),
      deliveryKey(KEY, { ...one, sequence: 1 }),
      deliveryKey(new Uint8Array(32), one),
    ];
    expect(new Set(keys).size).toBe(7);
    expect(deliveryKey(KEY, { ...one })).toBe(keys[0]);
  });

  test("send again even if unchanged sends again, once", async () => {
    const world = worldWith(4);
    await world.run();
    world.clock.advance(QUARTER_MS);
    expect((await world.run("manual", { resend: true })).counts).toMatchObject({ delivered: 4 });
    expect(new Set(world.account.journal.map((entry) => entry.deliveryKey)).size).toBe(8);
  });

  test("a contact that the merchant erased is never made again", async () => {
    const world = worldWith(2);
    await world.run();
    world.account.contacts.clear();
    for (const firstName of ["Changed", "Changed again"]) {
      world.clock.advance(QUARTER_MS);
      world.shop.edit("1", { firstName });
      world.clock.advance(1000);
      await world.run();
    }
    expect(world.account.contacts.size).toBe(0);
    // Both customers once, and the one change that found the contact gone; the next was not even tried.
    expect(world.account.journal).toHaveLength(3);
    expect(world.state.rows.get("1")).toMatchObject({ outcome: "refused", reason: "suppressed" });
  });
});

describe("calls whose answer was lost", () => {
  test("one that was given up is looked for later: what a late call put over a newer version is written anew", async () => {
    const world = worldWith(3);
    world.account.faults.push({
      answer: { kind: "doubt", code: "timeout" },
      commits: false,
      address: "c2@example.com",
    });
    await world.run();
    expect(world.state.queue("scheduled").get("2")).toMatchObject({ cause: "recheck", stage: 1 });
    const contact = world.account.byAddress("c2@example.com");
    Object.assign(contact?.attributes ?? {}, { FIRSTNAME: "Late" });
    world.clock.advance(120_000);
    await world.run();
    expect(contact?.attributes.FIRSTNAME).toBe("First 2");
    expect(world.account.journal.filter((entry) => entry.address === "c2@example.com")).toHaveLength(3);
  });

  /** Customer 2 changes, the answer to its write is lost, and the write is carried out `lateMs` after it was made. */
  function withLateCall(lateMs: number) {
    const world = worldWith(3);
    const old = world.account.byAddress.bind(world.account, "c2@example.com");
    let landsAtMs: number | null = null;
    const land = () => {
      if (landsAtMs === null || world.clock.nowMs() < landsAtMs) return;
      old()?.lists.add(2);
      landsAtMs = null;
    };
    const { write, lookUp } = world.account;
    world.account.write = async (input) => {
      land();
      const answer = await write.call(world.account, input);
      if (answer.kind === "doubt") landsAtMs = world.clock.nowMs() + lateMs;
      return answer;
    };
    world.account.lookUp = async (input) => {
      land();
      return lookUp.call(world.account, input);
    };
    return {
      world,
      move: () => {
        const email = world.shop.records.get("2")?.email;
        if (email) world.shop.edit("2", { email: { ...email, address: "moved@example.com" } });
        world.clock.advance(1000);
      },
      loseOne: async () => {
        await world.run();
        world.clock.advance(QUARTER_MS);
        world.shop.edit("2", { firstName: "Changed" });
        world.clock.advance(1000);
        world.account.faults.push({
          answer: { kind: "doubt", code: "timeout" },
          commits: false,
          address: "c2@example.com",
        });
      },
      /** Lists of the two addresses, when all that was under way has landed and has been looked at. */
      lists: async () => {
        world.clock.advance(lateMs);
        land();
        await world.run();
        world.clock.advance(3_600_000);
        await world.run();
        return [old()?.lists.size, world.account.byAddress("moved@example.com")?.lists.size];
      },
    };
  }

  test("an address that the customer leaves is looked at until the call can no longer land there", async () => {
    const late = withLateCall(85_000);
    await late.loseOne();
    const read = late.world.shop.read.bind(late.world.shop);
    let reads = 0;
    late.world.shop.read = (ids) => {
      if (++reads === 2) late.move();
      return read(ids);
    };
    await late.world.run();
    expect(await late.lists()).toEqual([0, 1]);
  });

  test("an address is not left while a call to it that was given up may land", async () => {
    const late = withLateCall(85_000);
    await late.loseOne();
    await late.world.run();
    late.move();
    await late.world.run();
    expect(await late.lists()).toEqual([0, 1]);
  });

  test("a resend whose answer was lost is looked at again, though what it sent stands there: the same stood there before", async () => {
    const world = worldWith(2);
    await world.run();
    world.clock.advance(QUARTER_MS);
    world.account.faults.push({
      answer: { kind: "doubt", code: "timeout" },
      commits: false,
      address: "c2@example.com",
    });
    await world.run("manual", { resend: true });
    const waits = ["manual", "scheduled"].flatMap((lane) => world.state.queue(lane as "manual").get("2") ?? []);
    expect(waits.map((row) => row.cause)).toContain("recheck");
  });

  test("a doubt that an ended run left is settled by the next, before anything is sent again", async () => {
    const world = worldWith(3);
    world.account.faults.push({ answer: { kind: "doubt", code: "timeout" }, commits: true, address: "c2@example.com" });
    const runId = world.request();
    await runLeg(world.ports, { runId, driver: "driver-1" });
    world.state.run(runId).cancelRequested = true;
    await world.drive(runId);
    world.state.queue("scheduled").delete("2");
    world.clock.advance(QUARTER_MS);
    expect((await world.run()).brief.state).toBe("succeeded");
    expect(world.account.journal.filter((entry) => entry.address === "c2@example.com")).toHaveLength(1);
    expect(world.state.rows.get("2")).toMatchObject({ outcome: "delivered" });
  });
});

test("an address that is suppressed in the account is not written to", async () => {
  const world = worldWith(3);
  world.state.suppressed.add(addressHash(KEY, "c2@example.com"));
  expect((await world.run()).counts).toMatchObject({ delivered: 2, refused: 1 });
  expect(world.account.byAddress("c2@example.com")).toBeUndefined();
});
