import { describe, expect, test } from "vitest";
import { err } from "@/lib/kernel/result";
import { failure } from "@/lib/runner/failures";
import { World } from "../../../support/world/world";
import { bookmarkOf, fill, QUARTER_MS } from "./filled-worlds";

/*
 * Cases from the field: each test is named after its id in ../shared/cases/unattended.json and says the symptom's opposite.
 */

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
