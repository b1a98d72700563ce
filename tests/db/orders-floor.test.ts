import { beforeEach, expect, test } from "vitest";
import { startOfLane } from "@/lib/runner/bookmark";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";
import { dbWorld, type MintedSync, mintSync, startRun, working } from "./world";

/*
 * RULE 1 for orders: the scheduled lane begins at its first scheduled run; what is older goes only by hand.
 */

const world = await dbWorld();
const { walks, leases, owner } = world;

const START = 1_750_000_000_000;
const HOUR_MS = 3_600_000;
let sync: MintedSync;

beforeEach(async () => {
  sync = await mintSync(world);
  await owner`update syncs set object = 'order' where id = ${sync.syncId}`;
});

const begin = (lease: Lease, startsMs: number | null, more: Partial<Walk> = {}) =>
  walks.beginWalk(lease, { kind: "updated", floorMs: startsMs, t0Ms: START + HOUR_MS, startsMs, ...more });

const save = (lease: Lease, walk: Walk, rows: [id: string, atMs: number][], includeKnown = false) =>
  walks.savePage(lease, walk, {
    rows: rows.map(([id, updatedAtMs]) => ({ id, updatedAtMs, subscribed: true })),
    ...{ cursor: "next", marginMs: 120_000, includeKnown, last: false },
  });

const queued = async ({ syncId, lane }: Lease) =>
  (await owner`select record_id as id from pending where sync_id = ${syncId} and lane = ${lane} order by 1`).map(
    ({ id }) => id,
  );

test("a brief of the scheduled lane says when the first scheduled run was asked for, however many follow; others say nothing", async () => {
  const first = await startRun(world, sync);
  await owner`update runs set state = 'failed', failure = '{}', finished_at = now(), requested_at = at_ms(${START}) where id = ${first.runId}`;
  const second = await startRun(world, sync);
  const manual = await startRun(world, sync, { lane: "manual", requestedBy: "user" });
  expect((await leases.brief(second.runId))?.laneStartsMs).toBe(START);
  expect((await leases.brief(manual.runId))?.laneStartsMs).toBeNull();
  await owner`update syncs set object = 'customer' where id = ${sync.syncId}`;
  expect((await leases.brief(second.runId))?.laneStartsMs).toBeNull();
});

test("what changed before the lane's start is not queued and completes the walk, though nothing is known; what changed in that very moment is", async () => {
  const { lease } = await working(world, {}, sync);
  const walk = await begin(lease, START);
  expect(walk.floorMs).toBe(START);
  expect(
    await save(lease, walk, [
      ["new", START + 1],
      ["at", START],
    ]),
  ).toEqual({ queued: 2, metFloor: false });
  const resumed = await walks.walkOfRun(lease);
  expect(resumed).toMatchObject({ floorMs: START, state: "walking" });
  if (!resumed) throw new Error("the walk is open");
  expect(
    await save(lease, resumed, [
      ["older", START - 1],
      ["oldest", START - HOUR_MS],
    ]),
  ).toEqual({ queued: 0, metFloor: true });
  expect(await queued(lease)).toEqual(["at", "new"]);
});

test("the start stays where it was first: a later walk neither moves it nor goes below it", async () => {
  const { lease } = await working(world, {}, sync);
  await walks.abandonWalk(lease, await begin(lease, START), null);
  const later = await begin(lease, START + HOUR_MS, { floorMs: START - HOUR_MS });
  expect(later.floorMs).toBe(START);
  expect(await save(lease, later, [["between", START + 1000]])).toMatchObject({ queued: 1 });
  await walks.abandonWalk(lease, later, null);
  const above = await begin(lease, START, { floorMs: START + 2 * HOUR_MS });
  expect(above.floorMs).toBe(START + 2 * HOUR_MS);
});

test("by hand past orders go: the manual lane has no start, and gives the scheduled one none of its records", async () => {
  const scheduled = await working(world, {}, sync);
  await walks.abandonWalk(scheduled.lease, await begin(scheduled.lease, START), null);
  await owner`update runs set state = 'succeeded', finished_at = now() where id = ${scheduled.run.runId}`;
  await owner`update leases set run_id = null, lane = null, expires_at = null, beat_at = null where sync_id = ${sync.syncId}`;
  const { lease } = await working(world, { lane: "manual", requestedBy: "user" }, sync);
  const walk = await begin(lease, null, { kind: "id", floorMs: null });
  expect(await save(lease, walk, [["past", START - HOUR_MS]])).toEqual({ queued: 1, metFloor: false });
  expect(await queued(lease)).toEqual(["past"]);
  expect(await queued({ ...lease, lane: "scheduled" })).toEqual([]);
});

test("where Shopify's clock is behind, the start is told by it; where it is ahead, by ours: nothing that changes after the first run is below it", () => {
  const askedAtMs = START + 5000;
  expect(startOfLane(START, askedAtMs, askedAtMs - HOUR_MS)).toBe(START - HOUR_MS);
  expect(startOfLane(START, askedAtMs, askedAtMs + HOUR_MS)).toBe(START);
  expect(startOfLane(START, askedAtMs, askedAtMs)).toBe(START);
  expect(startOfLane(null, askedAtMs, askedAtMs)).toBeNull();
});
