import { expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { LeaseLost } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import { dbWorld, evidenceOf, mintSync, settlementOf, working } from "./world";

const world = await dbWorld();
const { walks, deliveries, owner } = world;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const T = Date.UTC(2026, 10, 1);

/** A judged walk of the lane that met these records and is whole up to `coveredMs`. */
async function read(lease: Lease, timesMs: readonly number[], coveredMs: number) {
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: coveredMs });
  const rows = timesMs.map((updatedAtMs) => ({ id: `c${updatedAtMs}`, updatedAtMs, subscribed: true }));
  await walks.savePage(lease, walk, { rows, cursor: null, marginMs: 0, includeKnown: false, last: true });
  return walks.judgeWalk(lease, walk, {
    coveredMs,
    verdict: rows.length > 0 ? "healthy" : "proven_quiet",
    evidence: evidenceOf(rows.length),
  });
}

/** One record each half hour of the 28 days before T: 48 a day. */
const history = Array.from({ length: 28 * 48 }, (_, n) => T - 28 * DAY + n * (HOUR / 2));
const stateOf = async ({ syncId }: { syncId: string }) =>
  (await owner`select state, looked_again_at is not null as looked from silence_states where sync_id = ${syncId}`)[0];
const findingsOf = async ({ syncId }: { syncId: string }) => [
  ...(await owner`select kind, state, evidence from findings where sync_id = ${syncId} and kind = 'sync.unusually_silent'`),
];

test("a sync that falls silent is noticed once, with since when, and the finding goes when records come", async () => {
  const { lease } = await working(world);
  await read(lease, history, T);
  expect((await stateOf(lease))?.state).toMatchObject({ lastRecordMs: T - HOUR / 2, countedToMs: T });
  expect(await read(lease, [], T + HOUR)).toEqual({ lookAgain: false });
  expect(await findingsOf(lease)).toEqual([]);
  expect(await read(lease, [], T + 8 * HOUR)).toEqual({ lookAgain: true });
  expect(await read(lease, [], T + 9 * HOUR)).toEqual({ lookAgain: false });
  expect(await findingsOf(lease)).toEqual([]);
  await read(lease, [], T + 18 * HOUR);
  await read(lease, [], T + 19 * HOUR);
  expect(await findingsOf(lease)).toMatchObject([
    { state: "open", evidence: { sinceMs: T - HOUR / 2, runId: lease.runId } },
  ]);
  await read(lease, [T + 19.5 * HOUR], T + 20 * HOUR);
  expect(await findingsOf(lease)).toMatchObject([{ state: "resolved" }]);
  expect((await stateOf(lease))?.looked).toBe(false);
});

test("what each read saw and could expect stands on its walk; the first has nothing to compare with", async () => {
  const { lease } = await working(world);
  await read(lease, history, T);
  await read(lease, [T + HOUR, T + 2 * HOUR], T + 12 * HOUR);
  const rows = await owner`
    select arrived, expected, silence, silence_limit as "limit" from walks where sync_id = ${lease.syncId} order by started_at`;
  expect(rows[0]).toMatchObject({ arrived: null, expected: null });
  expect(rows[1]).toMatchObject({ arrived: 2 });
  expect(rows[1]?.expected).toBeGreaterThan(20);
  expect(rows[1]?.expected).toBeLessThan(28);
  expect(rows[1]?.silence).toBeGreaterThan(15);
  expect(rows[1]?.limit).toBeGreaterThan(20);
});

test("a read that is not proven good teaches nothing, and neither do the manual lane and a walk that covers nothing", async () => {
  const { lease, sync } = await working(world);
  await read(lease, history, T);
  const before = await stateOf(lease);
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 40 * HOUR });
  await walks.abandonWalk(lease, walk, evidenceOf(0));
  const uncovering = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 41 * HOUR });
  await walks.judgeWalk(lease, uncovering, { coveredMs: null, verdict: "healthy", evidence: evidenceOf(0) });
  expect(await stateOf(lease)).toEqual(before);
  await world.leases.finish(lease, { state: "succeeded", failure: null, verdict: null }, () => null);
  const manual = await working(world, { lane: "manual" }, sync);
  await read(manual.lease, [], T + 42 * HOUR);
  expect(await stateOf(lease)).toEqual(before);
});

test("records that the other lane has landed meanwhile are no silence", async () => {
  const { lease } = await working(world);
  await read(lease, history, T);
  const batch = await deliveries.openBatch(lease, 1);
  const taken = batch?.pending[0];
  await deliveries.settle(lease, batch?.batchId ?? "", [
    settlementOf(taken?.recordId ?? "", { mark: taken?.mark ?? 1, sourceUpdatedAtMs: T + 17 * HOUR }),
  ]);
  await read(lease, [], T + 18 * HOUR);
  expect((await stateOf(lease))?.state).toMatchObject({ lastRecordMs: T + 17 * HOUR });
  expect(await findingsOf(lease)).toEqual([]);
});

test("a state that cannot be read is learned anew from the records", async () => {
  const { lease } = await working(world);
  await read(lease, history, T);
  const { state } = (await stateOf(lease)) ?? {};
  await owner`update silence_states set state = '{"version": 0}' where sync_id = ${lease.syncId}`;
  await read(lease, [], T);
  expect((await stateOf(lease))?.state).toEqual(state);
});

test("who has lost the lease changes nothing", async () => {
  const { lease } = await working(world);
  await read(lease, history, T);
  const before = await stateOf(lease);
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 40 * HOUR });
  const stale = { ...lease, epoch: lease.epoch - 1 };
  await expect(
    walks.judgeWalk(stale, walk, { coveredMs: T + 40 * HOUR, verdict: "proven_quiet", evidence: evidenceOf(0) }),
  ).rejects.toBeInstanceOf(LeaseLost);
  expect(await stateOf(lease)).toEqual(before);
});

test("another workspace sees no state, and cannot write one for a foreign sync", async () => {
  const { lease } = await working(world);
  await read(lease, history, T);
  const other = await mintSync(world);
  const seen = await inWorkspace(other.workspaceId, ({ raw }) => raw`select * from silence_states`, world.db);
  expect(seen.length).toBe(0);
  const state = (await stateOf(lease))?.state;
  const write = inWorkspace(
    other.workspaceId,
    ({ raw }) => raw`insert into silence_states (sync_id, workspace_id, state)
      values (${lease.syncId}, ${other.workspaceId}, ${JSON.stringify(state)}::text::jsonb)`,
    world.db,
  );
  await expect(write).rejects.toThrow();
});
