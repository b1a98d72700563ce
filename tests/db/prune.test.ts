import { expect, test } from "vitest";
import { createLimiter } from "@/lib/db/stores/limiter";
import { prune } from "@/lib/db/system";
import { CAPS, claimOf, dbWorld, deliveredOf, queueRows, settlementOf, working } from "./world";

const world = await dbWorld();
const { db, owner, deliveries } = world;

test("closed ledger rows go after seven days, or when the sync says, never sooner; open claims never", async () => {
  const { lease, sync } = await working(world);
  const ids = ["done", "doubt", "claimed", "fresh"];
  await queueRows(
    world,
    lease,
    ids.map((id) => ({ id, updatedAtMs: 1.7e12 })),
  );
  const batch = await deliveries.openBatch(lease, 10);
  const answers = await deliveries.claim(
    lease,
    CAPS,
    ids.map((id) => claimOf(id)),
  );
  const [done = "", doubt = "", , fresh = ""] = answers.map((answer) =>
    answer.kind === "claimed" ? answer.ledgerId : "",
  );
  await deliveries.settle(lease, batch?.batchId ?? "", [
    deliveredOf("done", done),
    settlementOf("doubt", { outcome: "doubt", ledger: { id: doubt, to: "doubt", errorCode: "timeout" } }),
    deliveredOf("fresh", fresh),
  ]);
  await owner`update ledger set claimed_at = claimed_at - interval '400 days', closed_at = closed_at - interval '400 days' where record_id <> 'fresh'`;
  const left = async () =>
    (await owner`select record_id as id from ledger where sync_id = ${sync.syncId} order by 1`).map((row) => row.id);
  await owner`update syncs set settings = '{"keepLedgerDays": 500}' where id = ${sync.syncId}`;
  expect((await prune(db)).ledger).toBe(0);
  await owner`update syncs set settings = '{"keepLedgerDays": 0}' where id = ${sync.syncId}`;
  expect((await prune(db)).ledger).toBe(1);
  expect(await left()).toEqual(["claimed", "doubt", "fresh"]);
  await owner`update ledger set closed_at = closed_at - interval '6 days 23 hours' where record_id = 'fresh'`;
  expect((await prune(db)).ledger).toBe(0);
  await owner`update ledger set closed_at = closed_at - interval '1 hour' where record_id = 'fresh'`;
  expect((await prune(db)).ledger).toBe(1);
  expect((await owner`select 1 from record_rows where sync_id = ${sync.syncId}`).length).toBe(2);
});

/** Closed so many days ago, each of a sync of its own kind of keeping. */
async function closedLongAgo(id: string, keepLedgerDays: number | string): Promise<void> {
  const { lease, sync } = await working(world);
  await queueRows(world, lease, [{ id, updatedAtMs: 1.7e12 }]);
  const batch = await deliveries.openBatch(lease, 10);
  const [answer] = await deliveries.claim(lease, CAPS, [claimOf(id)]);
  if (answer?.kind !== "claimed") throw new Error("not claimed");
  await deliveries.settle(lease, batch?.batchId ?? "", [deliveredOf(id, answer.ledgerId)]);
  await owner`update ledger set claimed_at = claimed_at - interval '40 years', closed_at = closed_at - interval '40 years' where record_id = ${id}`;
  await owner`update syncs set settings = ${owner.json({ keepLedgerDays })} where id = ${sync.syncId}`;
}

test("for ever is for ever, beside a sync that keeps ten years", async () => {
  await closedLongAgo("kept for ever", "forever");
  await closedLongAgo("kept ten years", 3650);
  expect((await prune(db)).ledger).toBe(1);
  expect((await owner`select record_id from ledger where record_id like 'kept%'`).map((row) => row.record_id)).toEqual([
    "kept for ever",
  ]);
});

test("what is being settled while others prune: an old claim stays, and is there when its settling is committed or rolled back", async () => {
  const { lease } = await working(world);
  const ids = ["settles", "rolls back"];
  await queueRows(
    world,
    lease,
    ids.map((id) => ({ id, updatedAtMs: 1.7e12 })),
  );
  await deliveries.openBatch(lease, 10);
  await deliveries.claim(
    lease,
    CAPS,
    ids.map((id) => claimOf(id)),
  );
  await owner`update ledger set claimed_at = claimed_at - interval '400 days' where record_id = any (${ids})`;
  await closedLongAgo("meanwhile", 7);
  const pruneAtOnce = () => Promise.all(Array.from({ length: 4 }, () => prune(db)));
  const close = (sql: typeof owner, id: string) => sql`
    update ledger set state = 'completed', closed_at = clock_timestamp(), sealed_body = null where record_id = ${id}`;
  const rolledBack = owner.begin(async (tx) => {
    await close(tx as unknown as typeof owner, "rolls back");
    expect((await pruneAtOnce()).reduce((sum, { ledger }) => sum + ledger, 0)).toBe(1);
    throw new Error("the process died");
  });
  await expect(rolledBack).rejects.toThrow("the process died");
  await owner.begin(async (tx) => {
    await close(tx as unknown as typeof owner, "settles");
    await pruneAtOnce();
  });
  expect((await pruneAtOnce()).every(({ ledger }) => ledger === 0)).toBe(true);
  const left =
    await owner`select record_id as id, state from ledger where record_id = any (${[...ids, "meanwhile"]}) order by 1`;
  expect([...left]).toEqual([
    { id: "rolls back", state: "claimed" },
    { id: "settles", state: "completed" },
  ]);
});

test("a delivery whose row was pruned is not sent again: the record row knows what was applied", async () => {
  await closedLongAgo("pruned", 7);
  await prune(db);
  expect(await owner`select 1 from ledger where record_id = 'pruned'`).toHaveLength(0);
  expect([...(await owner`select applied_digest, sequence from record_rows where record_id = 'pruned'`)]).toEqual([
    { applied_digest: "digest-pruned", sequence: 1 },
  ]);
});

test("previews go after their day, sessions when they end", async () => {
  const { sync } = await working(world);
  for (const hours of [-1, 1])
    await owner`
      insert into previews (workspace_id, sync_id, digest, rule, revision, ends, expires_at)
      values (${sync.workspaceId}, ${sync.syncId}, 'd', '{}', 1, '{}', clock_timestamp() + ${hours} * interval '1 hour')`;
  const [user] = await owner`insert into users (name, email) values ('A', 'a@example.com') returning id`;
  await owner`insert into sessions (user_id, token, expires_at) values (${user?.id}, 'x', now() - interval '1 s'), (${user?.id}, 'y', now() + interval '1 h')`;
  expect(await prune(db)).toMatchObject({ previews: 1, sessions: 1 });
  expect(await prune(db)).toMatchObject({ previews: 0, sessions: 0 });
});

test("forty reservations at once are spaced over one budget, and a wait that the other side asked for holds everybody", async () => {
  const limiter = createLimiter(db, { account: "brevo-1", bucket: "contacts", perSecond: 10 });
  const other = createLimiter(db, { account: "brevo-2", bucket: "contacts", perSecond: 10 });
  const slots = await Promise.all(Array.from({ length: 40 }, () => limiter.reserve(5)));
  expect(slots.every((slot) => slot.gapMs === 100)).toBe(true);
  const ends = slots.map((slot) => slot.startInMs).sort((a, b) => a - b);
  expect(ends[0]).toBeLessThan(100);
  expect(ends.at(-1)).toBeGreaterThan(39 * 500 - 1500);
  expect(ends.at(-1)).toBeLessThanOrEqual(39 * 500);
  expect((await other.reserve(1)).startInMs).toBe(0);
  await other.holdFor(60_000);
  const { startInMs } = await createLimiter(db, { account: "brevo-2", bucket: "contacts", perSecond: 1 }).reserve(1);
  expect(startInMs).toBeGreaterThan(59_000);
});
