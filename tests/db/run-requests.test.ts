import { expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { listenForRuns, takeAnnouncement } from "@/lib/db/run-announcements";
import { announce, claimDueSync, type RunRequest, requestRun } from "@/lib/db/run-requests";
import { deadRuns, dueSyncs, memberships, msSinceTick, recordTick, runWorkspace, unheardRuns } from "@/lib/db/system";
import { InvariantViolation } from "@/lib/kernel/errors";
import { TIMING } from "@/lib/runner/timing";
import { dbWorld, type MintedSync, mintSync, never, startRun, take, working } from "./world";

const world = await dbWorld();
const { db, owner, leases } = world;

const MANUAL: Omit<RunRequest, "syncId"> = { lane: "manual", kind: "ordinary", requestedBy: "user" };
const ask = (sync: MintedSync, more: Partial<RunRequest> = {}) =>
  inWorkspace(sync.workspaceId, (tx) => requestRun(tx, { ...MANUAL, syncId: sync.syncId, ...more }), db);

test("twenty requests at once: one run is queued, the others are written as collided, so that the history shows them", async () => {
  const sync = await mintSync(world);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(sync)));
  const queued = answers.filter((answer) => answer.state === "queued");
  expect(queued).toHaveLength(1);
  const collided = answers.filter((answer) => answer.state === "collided");
  expect(new Set(collided.map((answer) => answer.activeRunId))).toEqual(new Set([queued[0]?.runId]));
  const rows =
    await owner`select state, count(*)::int as n from runs where sync_id = ${sync.syncId} group by 1 order by 1`;
  expect([...rows]).toEqual([
    { state: "collided", n: 19 },
    { state: "queued", n: 1 },
  ]);
});

test("lanes do not stand in each other's way; what a person chose is on the run", async () => {
  const sync = await mintSync(world);
  const [user] = await owner`insert into users (name, email) values ('A', 'a@example.com') returning id`;
  expect(await ask(sync, { lane: "scheduled" })).toMatchObject({ state: "queued" });
  const chosen = await ask(sync, {
    kind: "test",
    fromMs: 1_700_000_000_000,
    testRecordIds: ["1", "2"],
    resend: true,
    userId: user?.id,
  });
  const [row] = await owner`
    select kind, epoch_ms(from_at) as at, to_jsonb(test_record_ids) as ids, resend, requested_by_user, publication_id from runs where id = ${chosen.runId}`;
  expect(row).toEqual({
    kind: "test",
    at: 1_700_000_000_000,
    ids: ["1", "2"],
    resend: true,
    requested_by_user: user?.id,
    publication_id: sync.publicationId,
  });
});

test("without a live publication there is nothing to run", async () => {
  const sync = await mintSync(world);
  await owner`update syncs set state = 'draft', live_publication_id = null where id = ${sync.syncId}`;
  await expect(ask(sync)).rejects.toBeInstanceOf(InvariantViolation);
});

test("each announcement is another driver; the one before drives nothing any more; a run that is over has none", async () => {
  const { sync, run, lease } = await working(world);
  const driver = await announce(sync.workspaceId, run.runId, db);
  expect(driver).not.toBe(run.driver);
  await leases.handOver(lease);
  expect(await take(world, run)).toEqual({ kind: "not_ours" });
  expect(await take(world, { ...run, driver: driver ?? "" })).toMatchObject({ kind: "taken" });
  await leases.finish({ ...lease, epoch: 2 }, { state: "succeeded", failure: null, verdict: null }, never);
  expect(await announce(sync.workspaceId, run.runId, db)).toBeNull();
});

test("of several that listen one is called; a forged payload is left alone", async () => {
  const heard: string[] = [];
  const errors: unknown[] = [];
  const stops = await Promise.all(
    [1, 2, 3].map((who) =>
      listenForRuns(
        (runId, driver) => heard.push(`${who} ${runId} ${driver}`),
        (error) => errors.push(error),
        db,
      ),
    ),
  );
  await owner`select pg_notify('nightpost_run', 'nonsense'), pg_notify('nightpost_run', '{"runId":"1","driver":2}')`;
  const run = await startRun(world, await mintSync(world));
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatch(new RegExp(`^[123] ${run.runId} ${run.driver}$`));
  expect(await takeAnnouncement(run.runId, run.driver, db)).toBe(false);
  await Promise.all(stops.map((stop) => stop()));
  expect([heard.length, errors]).toEqual([1, []]);
});

test("due syncs of all workspaces are listed; claimed once, by the time that was listed; paused and later ones are not", async () => {
  const [due, paused, later] = [await mintSync(world), await mintSync(world), await mintSync(world)];
  await owner`update syncs set next_run_at = clock_timestamp() - interval '1 hour' where id in (${due.syncId}, ${paused.syncId})`;
  await owner`update syncs set next_run_at = clock_timestamp() + interval '1 hour' where id = ${later.syncId}`;
  await owner`update syncs set state = 'paused', paused_at = now() where id = ${paused.syncId}`;
  const listed = await dueSyncs(10, db);
  expect(listed).toEqual([
    {
      workspaceId: due.workspaceId,
      syncId: due.syncId,
      schedule: { kind: "interval", minutes: 15 },
      timeZone: "Europe/Berlin",
      nextRunAtMs: expect.any(Number),
      nowMs: expect.any(Number),
    },
  ]);
  const [one] = listed;
  if (!one) throw new Error("one is due");
  const next = Date.now() + 900_000;
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimDueSync(one, next, db)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await dueSyncs(10, db)).toEqual([]);
  const [run] = await owner`select lane, requested_by, state from runs where sync_id = ${due.syncId}`;
  expect(run).toEqual({ lane: "scheduled", requested_by: "schedule", state: "queued" });
  await owner`update syncs set next_run_at = at_ms(${one.nextRunAtMs}) where id = ${due.syncId}`;
  expect(await claimDueSync(one, next, db)).toBeNull();
  const [moved] = await owner`select epoch_ms(next_run_at) as at from syncs where id = ${due.syncId}`;
  expect(moved?.at).toBe(next);
  await owner`update runs set state = 'cancelled', finished_at = now() where sync_id = ${due.syncId}`;
  expect(await claimDueSync(one, next + 1, db)).toBeNull();
  expect(await owner`select 1 from runs where sync_id = ${due.syncId}`).toHaveLength(1);
});

test("runs that nobody drives are found: never announced, announced in vain, beat gone, handed over in vain, overslept", async () => {
  await owner`update runs set state = 'cancelled', finished_at = now() where finished_at is null`;
  const unheard = async () =>
    (await unheardRuns({ queuedMs: 2000, beatDeadMs: 60_000, wakeGraceMs: 10_000, upTo: 50 }, db)).map(
      (run) => run.runId,
    );
  const back = (runId: string, interval: string) =>
    owner`update runs set announced_at = announced_at - ${interval}::interval where id = ${runId}`;
  const silent = await ask(await mintSync(world));
  const queued = await startRun(world, await mintSync(world));
  const atWork = await working(world);
  const asleep = await working(world);
  await leases.park(asleep.lease, {
    wakeAtMs: Date.now() - 11_000,
    failure: null,
    failedAttempts: 0,
    secondLook: false,
  });
  expect(await unheard()).toEqual([silent.runId]);
  await back(queued.runId, "3 seconds");
  await back(asleep.run.runId, "11 seconds");
  await back(atWork.run.runId, "61 seconds");
  expect(new Set(await unheard())).toEqual(new Set([silent.runId, queued.runId, asleep.run.runId]));
  await takeAnnouncement(queued.runId, queued.driver, db);
  await owner`update leases set beat_at = beat_at - interval '61 seconds' where sync_id = ${atWork.sync.syncId}`;
  expect(new Set(await unheard())).toEqual(new Set([silent.runId, atWork.run.runId, asleep.run.runId]));
  await leases.handOver(atWork.lease);
  expect(await unheard()).not.toContain(atWork.run.runId);
  await owner`update leases set left_at = left_at - interval '61 seconds' where sync_id = ${atWork.sync.syncId}`;
  expect(await unheard()).toContain(atWork.run.runId);
  expect(await deadRuns(TIMING.leaseMs, 10, db)).toEqual([]);
  await owner`update leases set left_at = left_at - interval '15 minutes' where sync_id = ${atWork.sync.syncId}`;
  expect(await deadRuns(TIMING.leaseMs, 10, db)).toEqual([
    { workspaceId: atWork.sync.workspaceId, runId: atWork.run.runId },
  ]);
});

test("a run's workspace, a person's workspaces, and the scheduler's ticks are found from outside any workspace", async () => {
  const sync = await mintSync(world);
  const { runId } = await ask(sync);
  expect(await runWorkspace(runId, db)).toBe(sync.workspaceId);
  expect(await runWorkspace(sync.syncId, db)).toBeNull();
  const [user] = await owner`insert into users (name, email) values ('B', 'b@example.com') returning id`;
  await owner`insert into members (workspace_id, user_id, role) values (${sync.workspaceId}, ${user?.id}, 'editor')`;
  expect(await memberships(user?.id, db)).toEqual([{ workspaceId: sync.workspaceId, name: "W", role: "editor" }]);
  expect(await memberships(sync.syncId, db)).toEqual([]);
  expect(await msSinceTick("dispatch", db)).toBeNull();
  await recordTick("dispatch", db);
  await recordTick("dispatch", db);
  expect(await msSinceTick("dispatch", db)).toBeLessThan(5000);
});
