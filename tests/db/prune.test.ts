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
