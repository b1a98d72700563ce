import { describe, expect, test } from "vitest";
import { runLeg } from "@/lib/runner/leg";
import { World } from "../../../support/world/world";
import { fill, killAfter, QUARTER_MS } from "./filled-worlds";

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

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
});
