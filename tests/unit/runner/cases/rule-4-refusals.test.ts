import { describe, expect, test } from "vitest";
import type { WriteAnswer } from "@/lib/runner/destination-port";
import { RULE, World } from "../../../support/world/world";
import { bookmarkOf, fill } from "./filled-worlds";

const REFUSED: WriteAnswer = { kind: "permanent", code: "invalid_parameter" };

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

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
