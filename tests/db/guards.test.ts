import { expect, test } from "vitest";
import { claimDueSync } from "@/lib/db/run-requests";
import { dueSyncs } from "@/lib/db/system";
import type { Settlement } from "@/lib/runner/delivery-port";
import { TIMING } from "@/lib/runner/timing";
import { CAPS, claimOf, dbWorld, mintSync, queueRows, settlementOf, startRun, take, working } from "./world";

/*
 * Guards in SQL that no other test misses when they are gone.
 */

const world = await dbWorld();
const { deliveries, leases, owner, db } = world;

const T = 1_700_000_000_000;

test("a sync that was paused after it was listed as due gets no run", async () => {
  const sync = await mintSync(world);
  await owner`update syncs set next_run_at = clock_timestamp() - interval '1 minute' where id = ${sync.syncId}`;
  const due = (await dueSyncs(50, db)).find((one) => one.syncId === sync.syncId);
  if (!due) throw new Error("not due");
  await owner`update syncs set state = 'paused', paused_at = now() where id = ${sync.syncId}`;
  expect(await claimDueSync(due, Date.now() + 900_000, db)).toBeNull();
  expect(await owner`select 1 from runs where sync_id = ${sync.syncId}`).toHaveLength(0);
});

test("a batch of which one record did not land moves the bookmark not at all", async () => {
  const { lease } = await working(world);
  await queueRows(
    world,
    lease,
    ["1", "2"].map((id, n) => ({ id, updatedAtMs: T + n * 10_000 })),
    T + 1_000_000,
  );
  const batch = await deliveries.openBatch(lease, 10);
  await deliveries.settle(lease, batch?.batchId ?? "", [settlementOf("1"), settlementOf("2", { outcome: "failed" })]);
  expect(await deliveries.closeBatch(lease, batch?.batchId ?? "")).toEqual({ bookmarkMs: null });
});

test("a due scheduled run asks a manual one for its turn, which hears of it with its next beat; no other run is asked", async () => {
  const { sync, lease } = await working(world, { lane: "manual" });
  expect((await leases.beat(lease, TIMING)).yield).toBe(false);
  const scheduled = await startRun(world, sync);
  expect(await take(world, scheduled)).toMatchObject({ kind: "asked" });
  expect((await leases.beat(lease, TIMING)).yield).toBe(true);
  const [waits] =
    await owner`select state, wake_at > clock_timestamp() as later from runs where id = ${scheduled.runId}`;
  expect(waits).toEqual({ state: "waiting", later: true });
});

test("an opt-out pass is not stopped by the pause of its sync; a pause stops every other run", async () => {
  const pass = await working(world, { kind: "opt_out" });
  const other = await working(world);
  for (const { syncId } of [pass.lease, other.lease])
    await owner`update syncs set state = 'paused', paused_at = now() where id = ${syncId}`;
  expect((await leases.beat(pass.lease, TIMING)).stop).toBeNull();
  expect((await leases.beat(other.lease, TIMING)).stop).toBe("paused");
});

/** A sync whose mass change was shown and approved, and a run of it. */
async function approved(request: Parameters<typeof working>[1] = {}) {
  const { lease } = await working(world, request);
  await owner`update syncs set guard_shown = 400, guard_approved = 800 where id = ${lease.syncId}`;
  const stored = async () =>
    (await owner`select guard_shown as shown, guard_approved as approved from syncs where id = ${lease.syncId}`)[0];
  return { lease, stored };
}

test("an approval goes with the run that it was for", async () => {
  const { lease, stored } = await approved();
  await deliveries.passGuard(lease, { kind: "pass", clears: true });
  expect(await stored()).toEqual({ shown: null, approved: null });
  expect((await leases.brief(lease.runId))?.guardPassed).toBe(true);
});

test("a manual run leaves what is shown, and its approval, to the scheduled one that waits", async () => {
  const { lease, stored } = await approved({ lane: "manual" });
  await deliveries.passGuard(lease, { kind: "pass", clears: false });
  expect(await stored()).toEqual({ shown: 400, approved: 800 });
});

test("what another chunk has just reserved counts, though it is not committed yet", async () => {
  const { lease } = await working(world);
  let claiming: Promise<{ kind: string }[]> = Promise.resolve([]);
  await owner.begin(async (sql) => {
    await sql`update runs set used_calls = 8 where id = ${lease.runId}`;
    claiming = deliveries.claim(lease, { ...CAPS, calls: 10 }, [claimOf("1")]);
    await sql`select pg_sleep(0.3)`;
  });
  expect((await claiming).map((answer) => answer.kind)).toEqual(["capped"]);
  expect((await leases.brief(lease.runId))?.used.calls).toBe(8);
});

test("a call that was given up after a doubt gives nothing back to the caps: it may land yet", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, [{ id: "1", updatedAtMs: T }]);
  const settle = async (ledgerId: string, more: Partial<Settlement>, to: "doubt" | "released") => {
    const batch = await deliveries.openBatch(lease, 10);
    const ledger = { id: ledgerId, to, errorCode: null };
    await deliveries.settle(lease, batch?.batchId ?? "", [settlementOf("1", { outcome: "doubt", ledger, ...more })]);
  };
  const [answer] = await deliveries.claim(lease, CAPS, [claimOf("1")]);
  const ledgerId = answer?.kind === "claimed" ? answer.ledgerId : "";
  await settle(ledgerId, { callsUsed: 1 }, "doubt");
  const used = { calls: 1, created: 1, written: 1 };
  expect((await leases.brief(lease.runId))?.used).toEqual(used);
  await settle(ledgerId, { doubtRuns: 1 }, "released");
  expect((await leases.brief(lease.runId))?.used).toEqual(used);
});

test("that a call may land late is not forgotten over a version that was seen meanwhile", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, [{ id: "1", updatedAtMs: T }]);
  const batch = await deliveries.openBatch(lease, 10);
  await queueRows(world, lease, [{ id: "1", updatedAtMs: T + 5000 }]);
  const again = { cause: "recheck", stage: 1, atMs: T + 120_000 } as const;
  await deliveries.settle(lease, batch?.batchId ?? "", [settlementOf("1", { again })]);
  const next = await deliveries.openBatch(lease, 10);
  expect(next?.pending).toMatchObject([{ recordId: "1", mark: 2, again: { cause: "recheck", stage: 1 } }]);
});

test("withdrawals alone are taken while a run waits for approval", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, [
    { id: "1", updatedAtMs: T },
    { id: "2", updatedAtMs: T + 1 },
  ]);
  await owner`update pending set withdrawal = true where sync_id = ${lease.syncId} and record_id = '2'`;
  expect((await deliveries.openBatch(lease, 10, "withdrawals"))?.pending.map((row) => row.recordId)).toEqual(["2"]);
});
