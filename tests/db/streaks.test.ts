import { expect, test } from "vitest";
import { closeDeadRun } from "@/lib/db/dead-runs";
import { LeaseLost } from "@/lib/kernel/errors";
import { streakDecision } from "@/lib/runner/attempts";
import { failure } from "@/lib/runner/failures";
import type { RunEnd } from "@/lib/runner/lease-port";
import { TIMING } from "@/lib/runner/timing";
import { dbWorld, type MintedSync, mintSync, never, working } from "./world";

const world = await dbWorld();
const { leases, owner, db } = world;

const outage = failure("source.unavailable", "503");
const FAILED: RunEnd = { state: "failed", failure: outage, verdict: null };
const DONE: RunEnd = { state: "succeeded", failure: null, verdict: "healthy" };

async function finishRun(sync: MintedSync, end: RunEnd, request: Parameters<typeof working>[1] = {}): Promise<string> {
  const { lease, run } = await working(world, request, sync);
  await leases.finish(lease, end, streakDecision);
  return run.runId;
}

const syncRow = async (sync: MintedSync) =>
  (
    await owner`select state, paused_at, pause_cause, pause_outage_only, pause_run_ids from syncs where id = ${sync.syncId}`
  )[0];

test("five failed runs in a row pause the sync, with cause and run ids, and open one finding", async () => {
  const sync = await mintSync(world);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    expect((await syncRow(sync))?.state).toBe("active");
    ids.unshift(await finishRun(sync, FAILED, { lane: n % 2 ? "manual" : "scheduled" }));
  }
  expect(await syncRow(sync)).toEqual({
    state: "paused",
    paused_at: expect.any(Date),
    pause_cause: outage,
    pause_outage_only: true,
    pause_run_ids: expect.anything(),
  });
  const [row] = await owner`select to_jsonb(pause_run_ids) as ids from syncs where id = ${sync.syncId}`;
  expect(row?.ids).toEqual(ids);
  const findings =
    await owner`select kind, severity, state, evidence from findings where sync_id = ${sync.syncId} order by kind`;
  expect([...findings]).toEqual([
    // At the third failure the merchant was warned; the pause takes the place of the warning.
    expect.objectContaining({ kind: "sync.failing", severity: "warning", state: "resolved" }),
    {
      kind: "sync.paused",
      severity: "critical",
      state: "open",
      evidence: { code: "source.unavailable", detail: "503", outageOnly: true, runIds: ids },
    },
  ]);
});

test("one success resets the streak", async () => {
  const sync = await mintSync(world);
  for (const end of [FAILED, FAILED, FAILED, FAILED, DONE, FAILED, FAILED, FAILED, FAILED]) await finishRun(sync, end);
  expect((await syncRow(sync))?.state).toBe("active");
  await finishRun(sync, FAILED);
  expect((await syncRow(sync))?.state).toBe("paused");
});

test("collided, stopped, capped, cancelled, test, sweep and opt-out runs neither count nor reset", async () => {
  const sync = await mintSync(world);
  for (let n = 0; n < 4; n++) await finishRun(sync, FAILED);
  for (const state of ["collided", "stopped", "capped", "cancelled"] as const)
    await finishRun(sync, { state, failure: null, verdict: null });
  for (const uncounted of [{ kind: "test" }, { kind: "sweep", sweep: "daily" }, { kind: "opt_out" }] as const) {
    await finishRun(sync, FAILED, uncounted);
    await finishRun(sync, DONE, uncounted);
  }
  expect((await syncRow(sync))?.state).toBe("active");
  await finishRun(sync, FAILED);
  expect((await syncRow(sync))?.state).toBe("paused");
});

test("runs from before the sync was last changed do not count", async () => {
  const sync = await mintSync(world);
  for (let n = 0; n < 4; n++) await finishRun(sync, FAILED);
  await owner`update syncs set changed_at = clock_timestamp() + interval '5 ms' where id = ${sync.syncId}`;
  await owner`select pg_sleep(0.01)`;
  await finishRun(sync, FAILED);
  expect((await syncRow(sync))?.state).toBe("active");
});

test("the threshold is the sync's own, and a crash counts as a failure", async () => {
  const sync = await mintSync(world);
  await owner`update syncs set streak_threshold = 2 where id = ${sync.syncId}`;
  await finishRun(sync, FAILED);
  const { run, lease } = await working(world, {}, sync);
  expect(await closeDeadRun({ ...sync, runId: run.runId }, TIMING.leaseMs, streakDecision, db)).toBe(false);
  await owner`update leases set beat_at = clock_timestamp() - interval '16 minutes' where sync_id = ${sync.syncId}`;
  expect(await closeDeadRun({ ...sync, runId: run.runId }, TIMING.leaseMs, streakDecision, db)).toBe(true);
  const [crashed] = await owner`select state, failure ->> 'code' as code from runs where id = ${run.runId}`;
  expect(crashed).toEqual({ state: "crashed", code: "run.crashed" });
  expect(await syncRow(sync)).toMatchObject({ state: "paused", pause_outage_only: false });
  await expect(leases.beat(lease, TIMING)).rejects.toBeInstanceOf(LeaseLost);
});

test("deciding and pausing are one transaction with the end: what throws leaves the run at work", async () => {
  const { lease, run } = await working(world);
  await expect(
    leases.finish(lease, FAILED, () => {
      throw new Error("bug");
    }),
  ).rejects.toThrow("bug");
  const [row] = await owner`select state from runs where id = ${run.runId}`;
  expect(row?.state).toBe("running");
  await leases.finish(lease, DONE, never);
});

test("two runs that end at once are judged one after the other: the second sees the first", async () => {
  const sync = await mintSync(world);
  await owner`update syncs set streak_threshold = 2 where id = ${sync.syncId}`;
  const end = (lane: "scheduled" | "manual") => working(world, { lane }, sync);
  const first = await end("scheduled");
  await leases.park(first.lease, { wakeAtMs: Date.now(), failure: null, failedAttempts: 0, secondLook: false });
  const second = await end("manual");
  const of = { workspaceId: sync.workspaceId, syncId: sync.syncId };
  let ended = 0;
  let both: Promise<unknown> = Promise.resolve();
  await owner.begin(async (sql) => {
    await sql`select 1 from syncs where id = ${sync.syncId} for no key update`;
    both = Promise.all([
      leases.finishUnleased({ ...of, ...first.run }, FAILED, streakDecision).then(() => ended++),
      leases.finish(second.lease, FAILED, streakDecision).then(() => ended++),
    ]);
    await sql`select pg_sleep(0.2)`;
    expect(ended).toBe(0);
  });
  await both;
  expect((await syncRow(sync))?.state).toBe("paused");
});
