import { expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { holdLease } from "@/lib/db/queries/hold-lease";
import { LeaseLost } from "@/lib/kernel/errors";
import { failure } from "@/lib/runner/failures";
import { TIMING } from "@/lib/runner/timing";
import { dbWorld, mintSync, never, publish, queueRows, settlementOf, startRun, take, working } from "./world";

const world = await dbWorld();
const { db, leases, walks, deliveries, owner } = world;

const stateOf = async (runId: string) => (await owner`select * from runs where id = ${runId}`)[0];

test("the brief tells the run, its publication, both ends as they stand now, and the keys; nothing for an unknown run", async () => {
  const { sync, run } = await working(world, {
    fromMs: 1_700_000_000_000,
    testRecordIds: ["7", "8"],
    kind: "test",
    lane: "manual",
  });
  const brief = await leases.brief(run.runId);
  expect(brief).toMatchObject({
    ...{
      workspaceId: sync.workspaceId,
      syncId: sync.syncId,
      lane: "manual",
      kind: "test",
      state: "running",
      driver: run.driver,
    },
    ...{ fromMs: 1_700_000_000_000, testRecordIds: ["7", "8"], hasWorked: true, failedAttempts: 0 },
    publication: { id: sync.publicationId, number: 1, digest: "d".repeat(64) },
    sync: { state: "active", livePublicationId: sync.publicationId },
    source: { usable: true, identity: "gid://shopify/Shop/1" },
    destination: { usable: true, identity: sync.account },
    used: { calls: 0, created: 0, written: 0 },
  });
  expect(brief?.ledgerKey).toHaveLength(32);
  expect(brief?.addressKeys).toMatchObject([{ version: 1 }]);
  await owner`update connections set state = 'broken' where identity = ${sync.account}`;
  expect((await leases.brief(run.runId))?.destination.usable).toBe(false);
  expect(await leases.brief("00000000-0000-4000-8000-00000000dead")).toBeNull();
});

test("forty executions of two runs that take at once: one gets the lease, of a sync that never ran and of one that did", async () => {
  const sync = await mintSync(world);
  const [a, b] = [await startRun(world, sync), await startRun(world, sync, { lane: "manual" })];
  for (let round = 1; round <= 5; round++) {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => take(world, n % 2 ? a : b)));
    const [winner, ...more] = answers.filter((answer) => answer.kind === "taken");
    expect(more).toEqual([]);
    // Who meets the other lane's run: a manual one is told that it is busy, a scheduled one has asked for its turn.
    const met = answers.findIndex((answer) => answer.kind === "taken") % 2 ? "busy" : "asked";
    expect(new Set(answers.map((answer) => answer.kind))).toEqual(new Set(["taken", met, "beating"]));
    expect(winner).toMatchObject({ lease: { epoch: round } });
    if (winner?.kind !== "taken") return;
    await leases.park(winner.lease, { wakeAtMs: 1, failure: null, failedAttempts: 0, secondLook: false });
  }
});

test("the epoch grows at every execution, also when the same run re-enters, and the older one has lost", async () => {
  const { lease, run } = await working(world);
  expect(await take(world, run)).toMatchObject({ kind: "beating" });
  await leases.handOver(lease);
  const second = await take(world, run);
  expect(second).toMatchObject({ kind: "taken", lease: { epoch: lease.epoch + 1 } });
  await expect(leases.beat(lease, TIMING)).rejects.toBeInstanceOf(LeaseLost);
  await owner`update leases set beat_at = clock_timestamp() - interval '61 seconds' where sync_id = ${lease.syncId}`;
  expect(await take(world, run)).toMatchObject({ kind: "taken", lease: { epoch: lease.epoch + 2 } });
});

test("an older epoch changes nothing, by any method that writes", async () => {
  const { lease, run } = await working(world);
  await queueRows(world, lease, [{ id: "1", updatedAtMs: 1_700_000_000_000 }]);
  const batch = await deliveries.openBatch(lease, 10);
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: 1_800_000_000_000 });
  await leases.handOver(lease);
  await take(world, run);
  const dump = async () =>
    JSON.stringify(
      await owner`
    select (select json_agg(r) from runs r where r.sync_id = ${lease.syncId}) r, (select json_agg(p) from pending p where p.sync_id = ${lease.syncId}) p,
      (select json_agg(b) from batches b where b.run_id = ${lease.runId}) b, (select json_agg(w) from walks w where w.run_id = ${lease.runId}) w,
      (select json_agg(l) from leases l where l.sync_id = ${lease.syncId}) l, (select json_agg(l) from ledger l where l.sync_id = ${lease.syncId}) g,
      (select json_agg(m) from bookmarks m where m.sync_id = ${lease.syncId}) m, (select json_agg(x) from record_rows x where x.sync_id = ${lease.syncId}) x`,
    );
  const before = await dump();
  const page = { rows: [], cursor: null, marginMs: 0, includeKnown: false, last: true };
  const evidence = {} as never;
  const attempts = [
    () => leases.beat(lease, TIMING),
    () => leases.handOver(lease),
    () => leases.park(lease, { wakeAtMs: 1, failure: null, failedAttempts: 0, secondLook: false }),
    () => leases.finish(lease, { state: "succeeded", failure: null, verdict: null }, never),
    () => walks.beginWalk(lease, { kind: "id", floorMs: null, t0Ms: 1 }),
    () => walks.savePage(lease, walk, page),
    () => walks.judgeWalk(lease, walk, { coveredMs: 1, verdict: "healthy", evidence }),
    () => walks.abandonWalk(lease, walk, null),
    () => walks.queueRecords(lease, ["1"]),
    () => deliveries.openBatch(lease, 10),
    () => deliveries.facts(lease, { recordIds: ["1"], addressHashes: [] }),
    () => deliveries.claim(lease, { calls: 9, created: 9, written: 9, minutes: 9 }, []),
    () => deliveries.settle(lease, batch?.batchId ?? "", [settlementOf("1")]),
    () => deliveries.closeBatch(lease, batch?.batchId ?? ""),
    () => deliveries.closeBatch(lease, null),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(LeaseLost);
  expect(await dump()).toBe(before);
});

test("a successor waits for a transaction of the holder in flight, and the holder's next one has lost", async () => {
  const { lease, run } = await working(world);
  await leases.handOver(lease);
  const order: string[] = [];
  let taking: Promise<unknown> = Promise.resolve();
  await inWorkspace(
    lease.workspaceId,
    async ({ raw }) => {
      await holdLease(raw, lease);
      taking = take(world, run).then((answer) => order.push(answer.kind));
      await raw`select pg_sleep(0.2)`;
      order.push("holder ends");
    },
    db,
  );
  await taking;
  expect(order).toEqual(["holder ends", "taken"]);
  await expect(deliveries.openBatch(lease, 1)).rejects.toBeInstanceOf(LeaseLost);
});

test("a leg of another driver, or of a run that is over, gets nothing", async () => {
  const { run, lease } = await working(world);
  expect(await take(world, { ...run, driver: "someone-else" })).toEqual({ kind: "not_ours" });
  await leases.finish(lease, { state: "succeeded", failure: null, verdict: null }, never);
  expect(await take(world, run)).toEqual({ kind: "not_ours" });
});

test("another run's lease is taken only when given back or expired; the loser is stopped, or crashed if its beat had died", async () => {
  for (const [beat, state] of [
    ["1 second", "stopped"],
    ["2 minutes", "crashed"],
  ] as const) {
    const { sync, lease, run } = await working(world);
    const other = await startRun(world, sync, { lane: "manual" });
    expect(await take(world, other)).toEqual({ kind: "busy", runId: run.runId });
    await owner`
      update leases set expires_at = clock_timestamp() - interval '1 ms', beat_at = clock_timestamp() - ${beat}::interval where sync_id = ${lease.syncId}`;
    expect(await take(world, other)).toMatchObject({ kind: "taken", lease: { epoch: 2 } });
    expect(await stateOf(run.runId)).toMatchObject({
      state,
      failure: { code: state === "crashed" ? "run.crashed" : "run.lost_slot" },
    });
    await expect(leases.beat(lease, TIMING)).rejects.toBeInstanceOf(LeaseLost);
  }
});

test("a beat renews when a third of the lease has passed, and not before", async () => {
  const { lease } = await working(world);
  const expiry = async () =>
    (await owner`select epoch_ms(expires_at) as at from leases where sync_id = ${lease.syncId}`)[0]?.at as number;
  const first = await expiry();
  await leases.beat(lease, TIMING);
  expect(await expiry()).toBe(first);
  await owner`update leases set expires_at = expires_at - interval '5 minutes 1 second' where sync_id = ${lease.syncId}`;
  const { nowMs, stop } = await leases.beat(lease, TIMING);
  expect(stop).toBeNull();
  expect((await expiry()) - nowMs).toBe(TIMING.leaseMs);
});

test("a beat sees that a person cancelled, paused or published", async () => {
  const { lease, sync } = await working(world);
  const [{ ends } = { ends: null }] = await owner`select ends from publications where id = ${sync.publicationId}`;
  await inWorkspace(sync.workspaceId, (tx) => publish(tx, { ...sync, number: 2, ends }), db);
  expect((await leases.beat(lease, TIMING)).stop).toBe("republished");
  await owner`update syncs set state = 'paused', paused_at = clock_timestamp() where id = ${sync.syncId}`;
  expect((await leases.beat(lease, TIMING)).stop).toBe("paused");
  await owner`update runs set cancel_requested_at = clock_timestamp() where id = ${lease.runId}`;
  expect((await leases.beat(lease, TIMING)).stop).toBe("cancelled");
});

test("parking gives the lease back and keeps what the next leg must know; a failure is an attempt", async () => {
  const { lease, run } = await working(world);
  const cause = failure("source.throttled", "429");
  await leases.park(lease, { wakeAtMs: 1_900_000_000_000, failure: cause, failedAttempts: 2, secondLook: true });
  expect(await stateOf(run.runId)).toMatchObject({
    state: "waiting",
    failed_attempts: 2,
    second_look: true,
    wake_at: new Date(1_900_000_000_000),
  });
  const again = await take(world, run);
  expect(again).toMatchObject({ kind: "taken", lease: { epoch: lease.epoch + 1 } });
  expect(await leases.brief(run.runId)).toMatchObject({ failedAttempts: 2, secondLook: true, state: "running" });
  if (again.kind !== "taken") return;
  await leases.finish(again.lease, { state: "failed", failure: cause, verdict: "unreadable" }, never);
  const attempts =
    await owner`select number, failure, epoch_ms(next_at) as next from attempts where run_id = ${run.runId} order by number`;
  expect([...attempts]).toEqual([
    { number: 1, failure: cause, next: 1_900_000_000_000 },
    { number: 2, failure: cause, next: null },
  ]);
  expect(await stateOf(run.runId)).toMatchObject({ state: "failed", verdict: "unreadable", wake_at: null });
});

test("a run that must wait its turn waits without a lease, unless its driver changed", async () => {
  const { sync } = await working(world);
  const other = await startRun(world, sync, { lane: "manual" });
  const run = { workspaceId: sync.workspaceId, ...other };
  await leases.postpone({ ...run, driver: "older" }, 1_900_000_000_000);
  expect(await stateOf(other.runId)).toMatchObject({ state: "queued" });
  await leases.postpone(run, 1_900_000_000_000);
  expect(await stateOf(other.runId)).toMatchObject({ state: "waiting", wake_at: new Date(1_900_000_000_000) });
});

test("the end counts what the run tried and did not land, and closes its batch and walk", async () => {
  const { lease, run } = await working(world);
  await queueRows(
    world,
    lease,
    ["1", "2", "3"].map((id) => ({ id, updatedAtMs: 1_700_000_000_000 })),
  );
  const batch = await deliveries.openBatch(lease, 10);
  await deliveries.settle(lease, batch?.batchId ?? "", [settlementOf("1"), settlementOf("2", { outcome: "failed" })]);
  await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: 1_800_000_000_000 });
  await leases.finish(lease, { state: "failed", failure: failure("destination.unavailable"), verdict: null }, never);
  expect(await stateOf(run.runId)).toMatchObject({ left_over: 1, verdict: "healthy" });
  const [closed] =
    await owner`select taken, unchanged, failed, returned, closed_at from batches where run_id = ${run.runId}`;
  expect(closed).toMatchObject({ taken: 3, unchanged: 1, failed: 1, returned: 1, closed_at: expect.any(Date) });
  const states = await owner`select state from walks where run_id = ${run.runId} order by started_at`;
  expect(states.map((walk) => walk.state)).toEqual(["judged", "abandoned"]);
});

test("a run that never held the lease is ended by its own driver alone; one that crashed holding it gives it back", async () => {
  const { sync, run, lease } = await working(world);
  const other = await startRun(world, sync, { lane: "manual" });
  const end = { state: "collided", failure: failure("run.collided"), verdict: null } as const;
  const of = { workspaceId: sync.workspaceId, syncId: sync.syncId };
  await leases.finishUnleased({ ...of, ...other, driver: "older" }, end, never);
  expect(await stateOf(other.runId)).toMatchObject({ state: "queued" });
  await leases.finishUnleased({ ...of, ...other }, end, never);
  expect(await stateOf(other.runId)).toMatchObject({ state: "collided" });
  await leases.beat(lease, TIMING);
  await leases.finishUnleased(
    { ...of, ...run },
    { ...end, state: "failed", failure: failure("publication.invalid", "not_live") },
    never,
  );
  expect(await stateOf(run.runId)).toMatchObject({ state: "failed" });
  await expect(leases.beat(lease, TIMING)).rejects.toBeInstanceOf(LeaseLost);
});
