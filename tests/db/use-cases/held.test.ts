import { afterAll, describe, expect, test } from "vitest";
import { dismissHeld } from "@/lib/use-cases/held/dismiss-held";
import { listHeld } from "@/lib/use-cases/held/list-held";
import { retryHeld } from "@/lib/use-cases/held/retry-held";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { setSchedule } from "@/lib/use-cases/syncs/set-schedule";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintSync, mintWorkspace, prepareInstallation } from "./syncs-world";

const db = await testDb();
prepareInstallation(db.url);
afterAll(closeInstallation);

const workspace = await mintWorkspace();
const ends = await mintEnds(workspace);
const stranger = await mintWorkspace("Elsewhere");

/** A sync that holds `count` records, 7001 first; every other one waits for its next try tomorrow. */
async function mintHolding(count: number) {
  const sync = await mintSync(workspace, ends);
  await db.sql`insert into record_rows (workspace_id, sync_id, account, record_id, outcome, reason, error_code, read_at, publication_id, run_id, settled_at)
    select ${workspace.id}, ${sync.syncId}, 'org-1', (7000 + n)::text, 'held', 'invalid_parameter', 'invalid_parameter', now(), ${sync.publicationId},
      gen_random_uuid(), date_trunc('minute', now()) - (n / 3) * interval '1 minute' from generate_series(1, ${count}::int) n`;
  await db.sql`insert into pending (workspace_id, sync_id, lane, record_id, cause, stage, check_at)
    select ${workspace.id}, ${sync.syncId}, 'scheduled', (7000 + n)::text, 'retry', 2, now() + interval '1 day' from generate_series(1, ${count}::int, 2) n`;
  return sync;
}

const list = async (syncId: string, before?: string) => {
  const listed = await listHeld(workspace.viewer, { syncId, ...(before ? { before } : {}) });
  if (!listed.ok) throw new Error(listed.error.code);
  return listed.value;
};
const queue = (syncId: string) =>
  db.sql`select record_id, lane, cause, stage, check_at is null as due from pending where sync_id = ${syncId} order by record_id`;
const auditOf = (syncId: string, verb: string) =>
  db.sql`select actor_id, details from activity where subject_id = ${syncId} and verb = ${verb}`;

describe("the list of held records", () => {
  test("says of each: code, tries and next try, since when the ledger knows of it", async () => {
    const { syncId } = await mintHolding(2);
    await db.sql`insert into ledger (workspace_id, sync_id, run_id, lane, epoch, record_id, account, address_hash, delivery_key, payload_digest, sequence,
        calls, state, maybe_creates, exempt, error_code, claimed_at, closed_at)
      select ${workspace.id}, ${syncId}, gen_random_uuid(), 'scheduled', 1, '7001', 'org-1', 'h', 'k' || n, 'd', 0, 1,
        case n when 4 then 'completed' else 'refused' end, false, false, 'invalid_parameter', timestamptz '2026-11-20Z' - n * interval '1 hour', now()
      from generate_series(1, 5) n`;
    const { records, total, next } = await list(syncId);
    expect([total, next]).toEqual([2, null]);
    const first = records.find(({ recordId }) => recordId === "7001");
    expect(first).toMatchObject({ code: "invalid_parameter", tries: 2, isQueued: true });
    expect(first?.sinceMs).toBe(Date.parse("2026-11-19T21:00:00Z"));
    expect(first?.nextTryMs).toBeGreaterThan(Date.now() + 80_000_000);
    const second = records.find(({ recordId }) => recordId === "7002");
    expect(second).toMatchObject({ tries: 1, isQueued: false, nextTryMs: null, sinceMs: second?.lastTryMs });
  });

  test("pages through every record once, last tried first", async () => {
    const { syncId } = await mintHolding(120);
    const first = await list(syncId);
    const second = await list(syncId, String(first.next));
    const third = await list(syncId, String(second.next));
    const all = [first, second, third].flatMap(({ records }) => records);
    expect([first.records.length, second.records.length, third.records.length, third.next]).toEqual([50, 50, 20, null]);
    expect(new Set(all.map(({ recordId }) => recordId)).size).toBe(120);
    expect(all.map(({ lastTryMs }) => lastTryMs)).toEqual(all.map(({ lastTryMs }) => lastTryMs).sort((a, b) => b - a));
  });

  test("links to the shop, but not to a stand-in", async () => {
    const { syncId } = await mintHolding(1);
    await db.sql`update connections set details = '{"shopDomain":"atelier.myshopify.com"}' where id = ${ends.source}`;
    expect((await list(syncId)).shopDomain).toBe("atelier.myshopify.com");
    await db.sql`update connections set details = details || '{"demo":true}' where id = ${ends.source}`;
    expect((await list(syncId)).shopDomain).toBeNull();
  });

  test("is as unknown to another workspace as a sync that never was", async () => {
    const { syncId } = await mintHolding(1);
    expect(await listHeld(stranger.owner, { syncId })).toEqual({
      ok: false,
      error: { kind: "not_found", code: "not_found" },
    });
  });
});

test("with its first schedule a sync takes over what waited for a run by hand and no walk would meet", async () => {
  const { syncId } = await mintHolding(0);
  await setSchedule(workspace.editor, { syncId, kind: "off" });
  await db.sql`insert into pending (workspace_id, sync_id, lane, record_id, cause, stage)
    select ${workspace.id}, ${syncId}, 'manual', cause, cause, 1 from unnest(array['hook', 'recheck', 'retry', 'walk']) as cause`;
  expect(await setSchedule(workspace.editor, { syncId, kind: "interval", minutes: 15 })).toMatchObject({ ok: true });
  const taken =
    await db.sql`select cause, stage from pending where sync_id = ${syncId} and lane = 'scheduled' order by cause::text`;
  expect([...taken]).toEqual(["hook", "recheck", "retry"].map((cause) => ({ cause, stage: 1 })));
});

describe("retry now", () => {
  test("makes a queued record due and queues one that was not, brings the scheduled run forward, is audited", async () => {
    const { syncId } = await mintHolding(3);
    expect(await retryHeld(workspace.editor, { syncId, recordId: "7001" })).toEqual({ ok: true, value: { count: 1 } });
    expect(await retryHeld(workspace.editor, { syncId, recordId: "7002" })).toEqual({ ok: true, value: { count: 1 } });
    expect(await queue(syncId)).toEqual([
      { record_id: "7001", lane: "scheduled", cause: "retry", stage: 2, due: true },
      { record_id: "7002", lane: "scheduled", cause: "retry", stage: 0, due: true },
      { record_id: "7003", lane: "scheduled", cause: "retry", stage: 2, due: false },
    ]);
    expect((await db.sql`select next_run_at <= clock_timestamp() as due from syncs where id = ${syncId}`)[0]).toEqual({
      due: true,
    });
    expect(await auditOf(syncId, "sync.held_retried")).toEqual(
      ["7001", "7002"].map((recordId) => ({ actor_id: workspace.editor.user.id, details: { recordId, count: 1 } })),
    );
  });

  test("of all; a record that waits because it changed keeps its place", async () => {
    const { syncId } = await mintHolding(3);
    await db.sql`update pending set cause = 'doubt', check_at = '2030-01-01' where sync_id = ${syncId} and record_id = '7001'`;
    expect(await retryHeld(workspace.editor, { syncId })).toEqual({ ok: true, value: { count: 3 } });
    expect((await queue(syncId)).map(({ record_id, due }) => [record_id, due])).toEqual([
      ["7001", false],
      ["7002", true],
      ["7003", true],
    ]);
  });

  test("without a schedule waits in the manual lane, and no run is due", async () => {
    const { syncId } = await mintHolding(0);
    await setSchedule(workspace.editor, { syncId, kind: "off" });
    await db.sql`insert into record_rows (workspace_id, sync_id, account, record_id, outcome, reason, read_at, publication_id, run_id)
      values (${workspace.id}, ${syncId}, 'org-1', '7009', 'held', 'answer_lost', now(), gen_random_uuid(), gen_random_uuid())`;
    expect((await retryHeld(workspace.editor, { syncId })).ok).toBe(true);
    expect(await queue(syncId)).toMatchObject([{ record_id: "7009", lane: "manual", due: true }]);
    expect((await db.sql`select next_run_at from syncs where id = ${syncId}`)[0]).toEqual({ next_run_at: null });
  });
});

describe("dismiss", () => {
  test("takes a record off the list, the count and the queue, until it is tried again; audited", async () => {
    const { syncId } = await mintHolding(3);
    expect(await dismissHeld(workspace.editor, { syncId, recordId: "7001" })).toEqual({
      ok: true,
      value: { count: 1 },
    });
    expect((await list(syncId)).records.map(({ recordId }) => recordId).sort()).toEqual(["7002", "7003"]);
    expect(await readSync(workspace.viewer, { syncId })).toMatchObject({ value: { totals: { held: 2 } } });
    expect((await queue(syncId)).map(({ record_id }) => record_id)).toEqual(["7003"]);
    expect(await auditOf(syncId, "sync.held_dismissed")).toEqual([
      { actor_id: workspace.editor.user.id, details: { recordId: "7001", count: 1 } },
    ]);
    expect(await dismissHeld(workspace.editor, { syncId, recordId: "7001" })).toMatchObject({
      error: { code: "held.none" },
    });
    await db.sql`update record_rows set settled_at = clock_timestamp() + interval '1 second' where sync_id = ${syncId} and record_id = '7001'`;
    expect((await list(syncId)).total).toBe(3);
  });

  test("of all leaves what is queued because it changed", async () => {
    const { syncId } = await mintHolding(4);
    await db.sql`update pending set cause = 'walk' where sync_id = ${syncId} and record_id = '7003'`;
    expect(await dismissHeld(workspace.editor, { syncId })).toEqual({ ok: true, value: { count: 4 } });
    expect((await list(syncId)).total).toBe(0);
    expect((await queue(syncId)).map(({ record_id }) => record_id)).toEqual(["7003"]);
  });
});

test.each([
  ["retry", retryHeld],
  ["dismiss", dismissHeld],
])("%s is for editors of this workspace, and for records that are held", async (_name, act) => {
  const { syncId } = await mintHolding(1);
  const before = await queue(syncId);
  expect(await act(workspace.viewer, { syncId })).toMatchObject({ error: { kind: "forbidden" } });
  expect(await act(stranger.owner, { syncId })).toEqual({ ok: false, error: { kind: "not_found", code: "not_found" } });
  expect(await act(workspace.editor, { syncId, recordId: "1' or 1=1" })).toMatchObject({ error: { kind: "invalid" } });
  expect(await act(workspace.editor, { syncId, recordId: "42" })).toMatchObject({ error: { code: "held.none" } });
  expect(await queue(syncId)).toEqual(before);
  expect((await list(syncId)).total).toBe(1);
});
