import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { recordTick, SCHEDULER_TICK } from "@/lib/db/system";
import { readHealth } from "@/lib/use-cases/health/read-health";
import { watchSyncs } from "@/lib/watch/watch-syncs";
import { dbWorld, type MintedSync, mintSync, never, queueRows, working } from "./world";

const world = await dbWorld();
const { owner, db } = world;

// The use-cases' own pool is this file's database.
vi.stubEnv("DATABASE_URL", world.url);
afterAll(() => closeDatabase());

const faults: unknown[] = [];
const watch = () => watchSyncs({ timeScale: 1, report: (error) => faults.push(error) }, db);
const findingsOf = async ({ syncId }: MintedSync) => [
  ...(await owner`select kind, state, severity, evidence from findings where sync_id = ${syncId} order by kind, opened_at`),
];
/** Moves everything of a sync back in time, as if nothing had happened since. */
async function age({ syncId }: MintedSync, hours: number) {
  const back = `${hours} hours`;
  await owner`alter table publications disable trigger publications_immutable`;
  await owner`update publications set published_at = published_at - ${back}::interval where sync_id = ${syncId}`;
  await owner`alter table publications enable trigger publications_immutable`;
  await owner`update runs set requested_at = requested_at - ${back}::interval, started_at = started_at - ${back}::interval,
    finished_at = finished_at - ${back}::interval where sync_id = ${syncId}`;
  await owner`update walks set started_at = started_at - ${back}::interval where sync_id = ${syncId}`;
  await owner`update syncs set next_run_at = next_run_at - ${back}::interval where id = ${syncId}`;
}
const plan = ({ syncId }: MintedSync) =>
  owner`update syncs set next_run_at = clock_timestamp() + interval '5 minutes' where id = ${syncId}`;

/** A scheduled run that succeeded on a proven read of so many records. */
async function succeed(sync: MintedSync, records = 0) {
  const { lease } = await working(world, {}, sync);
  await queueRows(
    world,
    lease,
    Array.from({ length: records }, (_, n) => ({ id: String(n), updatedAtMs: 1.7e12 })),
  );
  const verdict = records > 0 ? "healthy" : "proven_quiet";
  await world.leases.finish(lease, { state: "succeeded", failure: null, verdict }, never);
  await plan(sync);
}

beforeEach(async () => {
  faults.length = 0;
  await owner`delete from findings`;
  await owner`update syncs set schedule = '{"kind":"off"}', next_run_at = null`;
});

test("one healthy sync beside a dead one, in one workspace: the dead one is reported, and only it", async () => {
  const healthy = await mintSync(world);
  const dead = await mintSync(world, { workspaceId: healthy.workspaceId });
  const foreign = await mintSync(world);
  for (const sync of [healthy, dead, foreign]) await succeed(sync, 1);
  await age(dead, 25);
  expect(await watch()).toMatchObject({ opened: 2, failed: 0 });
  expect(await findingsOf(dead)).toMatchObject([
    { kind: "sync.late", state: "open", severity: "warning" },
    { kind: "sync.no_success", state: "open", severity: "critical", evidence: { hours: 25 } },
  ]);
  expect(await findingsOf(healthy)).toEqual([]);
  expect(await findingsOf(foreign)).toEqual([]);
});

test("P13: the late watch tells once, and says so no more when the schedule goes on", async () => {
  const sync = await mintSync(world);
  await succeed(sync, 1);
  await age(sync, 2);
  await owner`update syncs set next_run_at = null where id = ${sync.syncId}`;
  expect(await watch()).toMatchObject({ opened: 1, resolved: 0 });
  expect(await watch()).toMatchObject({ opened: 0, resolved: 0 });
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.late", state: "open" }]);
  await succeed(sync);
  expect(await watch()).toMatchObject({ opened: 0, resolved: 1 });
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.late", state: "resolved" }]);
});

test("a sync for which no run was ever recorded is silent a day after it was published", async () => {
  const sync = await mintSync(world);
  await age(sync, 23);
  await plan(sync);
  await watch();
  expect(await findingsOf(sync)).toEqual([]);
  await age(sync, 1);
  await plan(sync);
  await watch();
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.no_success", state: "open" }]);
});

test("only a proven success of the scheduled lane counts: not a manual run's, not a failed one's, not an unread one's", async () => {
  const sync = await mintSync(world);
  await age(sync, 30);
  const manual = await working(world, { lane: "manual" }, sync);
  await world.leases.finish(manual.lease, { state: "succeeded", failure: null, verdict: "healthy" }, never);
  const unread = await working(world, {}, sync);
  await world.leases.finish(unread.lease, { state: "succeeded", failure: null, verdict: null }, never);
  await plan(sync);
  await watch();
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.no_success", state: "open" }]);
  await succeed(sync);
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.no_success", state: "resolved" }]);
});

test("a first run that goes on for a day is no silence while it makes progress", async () => {
  const sync = await mintSync(world);
  const { lease } = await working(world, {}, sync);
  await queueRows(world, lease, [{ id: "1", updatedAtMs: 1.7e12 }]);
  await age(sync, 30);
  await plan(sync);
  const walk = await world.walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: 1.8e12 });
  await watch();
  expect(await findingsOf(sync)).toEqual([]);
  await owner`update walks set started_at = started_at - interval '25 hours' where id = ${walk.id}`;
  await watch();
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.no_success", state: "open" }]);
});

test("a paused sync stays watched", async () => {
  const sync = await mintSync(world);
  await succeed(sync, 1);
  await age(sync, 25);
  await owner`update syncs set state = 'paused', paused_at = clock_timestamp(), next_run_at = null where id = ${sync.syncId}`;
  await watch();
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.no_success", state: "open" }]);
});

test("empty successes in a row are told where the sync wants it, after it had produced", async () => {
  const sync = await mintSync(world);
  await succeed(sync, 2);
  for (let n = 0; n < 3; n++) await succeed(sync);
  await watch();
  expect(await findingsOf(sync)).toEqual([]);
  const threshold = (runs: number) =>
    owner`update syncs set settings = ${JSON.stringify({ watches: { emptyRuns: runs } })}::text::jsonb where id = ${sync.syncId}`;
  await threshold(4);
  await watch();
  expect(await findingsOf(sync)).toEqual([]);
  await threshold(3);
  await watch();
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.empty_runs", state: "open", evidence: { runs: 3 } }]);
  await succeed(sync, 1);
  await watch();
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.empty_runs", state: "resolved" }]);
});

test("one that cannot be judged stops nobody's watch, and is reported", async () => {
  const broken = await mintSync(world);
  const dead = await mintSync(world);
  for (const sync of [broken, dead]) await age(sync, 25);
  for (const sync of [broken, dead]) await plan(sync);
  await owner`update syncs set schedule = '{"kind":"cron","expression":"no","zone":"UTC"}' where id = ${broken.syncId}`;
  expect(await watch()).toMatchObject({ failed: 1 });
  expect(faults).toHaveLength(1);
  expect(await findingsOf(dead)).toMatchObject([{ kind: "sync.no_success" }]);
});

test("two watches at once open one finding", async () => {
  const sync = await mintSync(world);
  await age(sync, 25);
  await plan(sync);
  await Promise.all([watch(), watch(), watch()]);
  expect(await findingsOf(sync)).toMatchObject([{ kind: "sync.no_success", state: "open" }]);
});

test("I9, R14: no tick for three minutes stops the scheduler's health; a tick brings it back; a process just started waits as long", async () => {
  const HOUR_MS = 3_600_000;
  await owner`delete from scheduler_ticks`;
  expect((await readHealth(179_000)).scheduler).toEqual({ lastTickAt: null, stopped: false });
  expect((await readHealth(180_000)).scheduler).toEqual({ lastTickAt: null, stopped: true });
  await recordTick(SCHEDULER_TICK, db);
  expect((await readHealth(HOUR_MS)).scheduler).toMatchObject({ stopped: false });
  await owner`update scheduler_ticks set at = at - interval '181 seconds'`;
  expect((await readHealth(HOUR_MS)).scheduler).toMatchObject({ stopped: true });
  expect((await readHealth(1_000)).scheduler).toMatchObject({ stopped: false });
});
