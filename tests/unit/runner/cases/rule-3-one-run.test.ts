import { describe, expect, test } from "vitest";
import { runLeg } from "@/lib/runner/leg";
import { MemoryLeases } from "../../../support/world/memory-leases";
import { RULE, World } from "../../../support/world/world";
import { fill, killAfter } from "./filled-worlds";

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

describe("one at work", () => {
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
