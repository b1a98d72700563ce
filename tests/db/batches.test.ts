import fc from "fast-check";
import { expect, test } from "vitest";
import { InvariantViolation } from "@/lib/kernel/errors";
import { advanceBookmark } from "@/lib/runner/bookmark";
import type { Settlement } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import {
  CAPS,
  claimOf,
  dbWorld,
  deliveredOf,
  mintSync,
  never,
  queueRows,
  settlementOf,
  startRun,
  take,
  working,
} from "./world";

const world = await dbWorld();
const { deliveries, walks, leases, owner } = world;

const T = 1_700_000_000_000;
const COVERED = T + 1_000_000;
const rows = (...ids: string[]) => ids.map((id, n) => ({ id, updatedAtMs: T + n * 10_000 }));

/** Opens a batch and settles it as told by record id; what is not told lands unchanged. */
async function batch(lease: Lease, told: Record<string, Partial<Settlement>> = {}, limit = 250) {
  const opened = await deliveries.openBatch(lease, limit);
  if (!opened) return null;
  const settlements = opened.pending.map((row) =>
    settlementOf(row.recordId, { mark: row.mark, ...told[row.recordId] }),
  );
  await deliveries.settle(lease, opened.batchId, settlements);
  return deliveries.closeBatch(lease, opened.batchId);
}

test("due rows are taken in order: withdrawals, then by the time seen, then by id; none due is no batch", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, [
    { id: "late", updatedAtMs: T + 9 },
    { id: "b", updatedAtMs: T },
    { id: "a", updatedAtMs: T },
    { id: "gone-off", updatedAtMs: T + 99 },
    { id: "later", updatedAtMs: T - 1 },
  ]);
  await owner`update pending set withdrawal = true where sync_id = ${lease.syncId} and record_id = 'gone-off'`;
  await owner`update pending set check_at = clock_timestamp() + interval '1 hour' where sync_id = ${lease.syncId} and record_id = 'later'`;
  const first = await deliveries.openBatch(lease, 3);
  expect(first?.pending).toEqual([
    { recordId: "gone-off", seenMs: T + 99, mark: 1, withdrawal: true, doubtRuns: 0, again: null },
    { recordId: "a", seenMs: T, mark: 1, withdrawal: false, doubtRuns: 0, again: null },
    { recordId: "b", seenMs: T, mark: 1, withdrawal: false, doubtRuns: 0, again: null },
  ]);
  await deliveries.settle(
    lease,
    first?.batchId ?? "",
    ["gone-off", "a", "b"].map((id) => settlementOf(id)),
  );
  await batch(lease);
  expect(await deliveries.openBatch(lease, 3)).toBeNull();
});

test("a test run takes its chosen records alone, and touches no bookmark", async () => {
  const { lease } = await working(world, { kind: "test", lane: "manual", testRecordIds: ["chosen"] });
  await queueRows(world, lease, rows("other"), COVERED);
  await walks.queueRecords(lease, ["chosen"]);
  const opened = await deliveries.openBatch(lease, 10);
  expect(opened?.pending.map((row) => row.recordId)).toEqual(["chosen"]);
  await deliveries.settle(lease, opened?.batchId ?? "", [settlementOf("chosen")]);
  expect(await deliveries.closeBatch(lease, opened?.batchId ?? "")).toEqual({ bookmarkMs: null });
  expect(await deliveries.closeBatch(lease, null)).toEqual({ bookmarkMs: null });
});

test("an opt-out run takes withdrawals alone", async () => {
  const { lease } = await working(world, { kind: "opt_out" });
  await queueRows(world, lease, rows("1", "2"));
  await owner`update pending set withdrawal = true where sync_id = ${lease.syncId} and record_id = '2'`;
  expect((await deliveries.openBatch(lease, 10))?.pending.map((row) => row.recordId)).toEqual(["2"]);
});

test("a landed record leaves the queue only at the mark that was read", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1", "2"));
  const opened = await deliveries.openBatch(lease, 10);
  await queueRows(world, lease, [{ id: "2", updatedAtMs: T + 77_000 }]);
  await deliveries.settle(lease, opened?.batchId ?? "", [settlementOf("1"), settlementOf("2")]);
  const left =
    await owner`select record_id, mark, epoch_ms(seen_at) as seen, check_at, tried_by_run from pending where sync_id = ${lease.syncId}`;
  expect([...left]).toEqual([{ record_id: "2", mark: 2, seen: T + 77_000, check_at: null, tried_by_run: null }]);
});

test("a doubt that lands while the record was seen again leaves it due at once, as found by the walk, and untried", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1"));
  await batch(lease, { "1": { outcome: "doubt", checkAtMs: T, looks: 2, doubtRuns: 1 } });
  const opened = await deliveries.openBatch(lease, 10);
  await queueRows(world, lease, [{ id: "1", updatedAtMs: T + 77_000 }]);
  await deliveries.settle(lease, opened?.batchId ?? "", [settlementOf("1", { mark: 1 })]);
  const [left] =
    await owner`select cause, check_at, tried_by_run, last_outcome, looks, doubt_runs from pending where sync_id = ${lease.syncId}`;
  expect(left).toEqual({
    cause: "walk",
    check_at: null,
    tried_by_run: null,
    last_outcome: null,
    looks: 0,
    doubt_runs: 0,
  });
  expect(await deliveries.nextCheck(lease)).toBeNull();
});

test("what did not land stays pending, with the time to look again, and is counted by run", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1", "2", "3"));
  const opened = await deliveries.openBatch(lease, 10);
  await deliveries.settle(lease, opened?.batchId ?? "", [
    settlementOf("1", { outcome: "doubt", checkAtMs: T + 5, looks: 1, doubtRuns: 1 }),
    settlementOf("2", { outcome: "failed" }),
    settlementOf("3", { outcome: "doubt", checkAtMs: T + 3 }),
  ]);
  expect(await deliveries.nextCheck(lease)).toBe(T + 3);
  const left =
    await owner`select record_id as id, looks, doubt_runs, last_outcome, cause, tried_by_run = ${lease.runId} as mine from pending where sync_id = ${lease.syncId} order by 1`;
  expect([...left]).toEqual([
    { id: "1", looks: 1, doubt_runs: 1, last_outcome: "doubt", cause: "doubt", mine: true },
    { id: "2", looks: 0, doubt_runs: 0, last_outcome: "failed", cause: "walk", mine: true },
    { id: "3", looks: 0, doubt_runs: 0, last_outcome: "doubt", cause: "doubt", mine: true },
  ]);
  expect(await owner`select 1 from record_rows where sync_id = ${lease.syncId}`).toHaveLength(0);
});

test("the counts of a run add up and count each record once, over batches and legs", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1", "2", "3", "4"));
  await batch(lease, { "1": { outcome: "doubt" }, "2": { outcome: "failed" }, "3": { outcome: "held" } });
  expect(await deliveries.counts(lease)).toMatchObject({ taken: 4, doubt: 1, failed: 1, held: 1, unchanged: 1 });
  await batch(lease, { "1": { outcome: "delivered" }, "2": { outcome: "failed" } });
  expect(await deliveries.counts(lease)).toEqual({
    ...{
      taken: 4,
      delivered: 1,
      unchanged: 1,
      refused: 0,
      filtered: 0,
      superseded: 0,
      gone: 0,
      held: 1,
      doubt: 0,
      failed: 1,
    },
  });
});

test("a record that one run looks at again counts once, under its last outcome; written and then unchanged counts as written", async () => {
  const { lease } = await working(world);
  const again = () => walks.queueRecords(lease, ["1", "2", "3"]);
  await queueRows(world, lease, rows("1", "2", "3"));
  const opened = await deliveries.openBatch(lease, 10);
  const [claim] = await deliveries.claim(lease, CAPS, [claimOf("1")]);
  if (claim?.kind !== "claimed") throw new Error("no claim");
  await deliveries.settle(lease, opened?.batchId ?? "", [
    deliveredOf("1", claim.ledgerId),
    settlementOf("2", { outcome: "superseded" }),
    settlementOf("3"),
  ]);
  await deliveries.closeBatch(lease, opened?.batchId ?? "");
  await again();
  await batch(lease, { "2": { outcome: "delivered" }, "3": { outcome: "doubt" } });
  expect(await deliveries.counts(lease)).toMatchObject({
    ...{ taken: 3, delivered: 2, unchanged: 0, superseded: 0, doubt: 1 },
  });
  await again();
  await batch(lease, { "1": { outcome: "refused" } });
  expect(await deliveries.counts(lease)).toMatchObject({ taken: 3, delivered: 1, unchanged: 1, refused: 1, doubt: 0 });
});

test("a batch that a leg left is given back by the next: the sums still add up", async () => {
  const { lease, run } = await working(world);
  await queueRows(world, lease, rows("1", "2", "3"));
  const opened = await deliveries.openBatch(lease, 10);
  await deliveries.settle(lease, opened?.batchId ?? "", [settlementOf("1")]);
  await leases.handOver(lease);
  const again = await take(world, run);
  if (again.kind !== "taken") throw new Error(again.kind);
  await expect(deliveries.settle(again.lease, crypto.randomUUID(), [settlementOf("2")])).rejects.toBeInstanceOf(
    InvariantViolation,
  );
  await batch(again.lease);
  const stored =
    await owner`select number, taken, unchanged, returned from batches where run_id = ${run.runId} order by number`;
  expect([...stored]).toEqual([
    { number: 1, taken: 3, unchanged: 1, returned: 2 },
    { number: 2, taken: 2, unchanged: 2, returned: 0 },
  ]);
  expect(await deliveries.counts(again.lease)).toMatchObject({ taken: 3, unchanged: 3 });
});

test("the database refuses a batch whose outcomes do not add up to what was taken", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1", "2"));
  const opened = await deliveries.openBatch(lease, 10);
  const id = opened?.batchId ?? "";
  await expect(owner`update batches set closed_at = clock_timestamp() where id = ${id}`).rejects.toMatchObject({
    constraint_name: "batches_add_up",
  });
  await expect(owner`update batches set delivered = 3 where id = ${id}`).rejects.toMatchObject({
    constraint_name: "batches_never_more_than_taken",
  });
  await deliveries.settle(lease, id, [settlementOf("1")]);
  await deliveries.settle(lease, id, [settlementOf("2")]);
  await expect(deliveries.settle(lease, id, [settlementOf("2")])).rejects.toMatchObject({
    constraint: "batches_never_more_than_taken",
  });
});

test("the bookmark moves at the end of a batch that landed, to below the oldest unlanded record, and never back", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1", "2", "3"), COVERED);
  expect(await batch(lease, {}, 1)).toEqual({ bookmarkMs: T + 10_000 - 1000 });
  expect(await batch(lease, { "2": { outcome: "failed" } }, 1)).toEqual({ bookmarkMs: T + 9_000 });
  expect(await batch(lease, {}, 1)).toEqual({ bookmarkMs: T + 20_000 - 1000 });
  expect(await batch(lease)).toEqual({ bookmarkMs: COVERED });
  await queueRows(world, lease, [{ id: "old", updatedAtMs: T }], COVERED - 500_000);
  expect(await deliveries.closeBatch(lease, null)).toEqual({ bookmarkMs: COVERED });
  expect(await batch(lease)).toEqual({ bookmarkMs: COVERED });
});

test("nothing that was not walked is passed: without a judged walk the bookmark stays unknown", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1"), null);
  expect(await batch(lease)).toEqual({ bookmarkMs: null });
  expect(await walks.bookmark(lease)).toEqual({ atMs: null, coveredMs: null });
});

test("a test's or a retried record holds no bookmark; a doubt does; lanes have their own", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1", "2", "3"), COVERED);
  await owner`update pending set cause = 'retry', check_at = clock_timestamp() + interval '1 day' where sync_id = ${lease.syncId} and record_id = '1'`;
  await owner`update pending set cause = 'doubt', check_at = clock_timestamp() + interval '1 day' where sync_id = ${lease.syncId} and record_id = '2'`;
  await owner`
    insert into pending (sync_id, lane, record_id, workspace_id, seen_at, cause) values (${lease.syncId}, 'manual', '9', ${lease.workspaceId}, at_ms(${T - 9e6}), 'walk')`;
  expect(await batch(lease)).toEqual({ bookmarkMs: T + 10_000 - 1000 });
});

test("a batch that lands sets failed attempts to none; one that does not leaves them", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, rows("1"));
  await owner`update runs set failed_attempts = 2 where id = ${lease.runId}`;
  await batch(lease, { "1": { outcome: "failed" } });
  expect((await leases.brief(lease.runId))?.failedAttempts).toBe(2);
  await batch(lease);
  expect((await leases.brief(lease.runId))?.failedAttempts).toBe(0);
});

test("SQL and the runner's own arithmetic move the bookmark alike", async () => {
  const { lease } = await working(world);
  const instant = fc.option(fc.integer({ min: 0, max: 100_000 }).map((s) => T + s * 1000));
  await fc.assert(
    fc.asyncProperty(instant, instant, fc.array(instant, { maxLength: 4 }), async (at, covered, seen) => {
      await owner`delete from pending where sync_id = ${lease.syncId}`;
      await owner`
        insert into bookmarks (sync_id, lane, workspace_id, at, covered) values (${lease.syncId}, 'scheduled', ${lease.workspaceId}, at_ms(${at}), at_ms(${covered}))
        on conflict (sync_id, lane) do update set at = excluded.at, covered = excluded.covered`;
      for (const [n, ms] of seen.entries())
        await owner`
          insert into pending (sync_id, lane, record_id, workspace_id, seen_at, cause, withdrawal)
          values (${lease.syncId}, 'scheduled', ${n}, ${lease.workspaceId}, at_ms(${ms}), 'walk', ${n % 2 === 0})`;
      const times = seen.filter((ms) => ms !== null);
      const oldest = times.length > 0 ? Math.min(...times) : null;
      expect((await deliveries.closeBatch(lease, null)).bookmarkMs).toBe(advanceBookmark(at, covered, oldest));
    }),
    { numRuns: 60 },
  );
});

test("the next run of the lane goes on where the last one ended", async () => {
  const sync = await mintSync(world);
  const first = await working(world, {}, sync);
  await queueRows(world, first.lease, rows("1"), COVERED);
  await batch(first.lease);
  await leases.finish(first.lease, { state: "succeeded", failure: null, verdict: null }, never);
  const run = await startRun(world, sync);
  const second = await take(world, run);
  if (second.kind !== "taken") throw new Error(second.kind);
  expect(await walks.bookmark(second.lease)).toEqual({ atMs: COVERED, coveredMs: COVERED });
  expect(await walks.walkOfRun(second.lease)).toBeNull();
});
