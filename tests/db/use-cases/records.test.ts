import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { addressHash } from "@/lib/runner/ledger";
import { findRecords } from "@/lib/use-cases/records/find-records";
import { exportRun } from "@/lib/use-cases/runs/export-run";
import { requestRun } from "@/lib/use-cases/runs/request-run";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintSync, mintWorkspace, prepareInstallation } from "./syncs-world";

const db = await testDb();
prepareInstallation(db.url);
afterAll(closeInstallation);

const workspace = await mintWorkspace();
const ends = await mintEnds(workspace);
const stranger = await mintWorkspace("Elsewhere");
const ACCOUNT = "org-1";
const ADA = "ada@example.com";

const hashOf = (workspaceId: string, address: string) =>
  inWorkspace(workspaceId, async ({ raw }) => {
    const { address: keys } = await loadWorkspaceKeys(raw, workspaceId, installation().master);
    return addressHash(keys[0]?.key ?? new Uint8Array(), address);
  });

async function mintRecord(row: {
  recordId: string;
  outcome?: string;
  reason?: string | null;
  address?: string;
  run?: string;
}) {
  const sync = await mintSync(workspace, ends);
  const hash = row.address ? await hashOf(workspace.id, row.address) : null;
  const run = row.run ?? randomUUID();
  await db.sql`insert into record_rows (workspace_id, sync_id, account, record_id, outcome, reason, address_hash, read_at, publication_id, run_id, sequence)
    values (${workspace.id}, ${sync.syncId}, ${ACCOUNT}, ${row.recordId}, ${row.outcome ?? "delivered"}, ${row.reason ?? null}, ${hash}, now(),
      ${sync.publicationId}, ${run}, 3)`;
  return { ...sync, run };
}

const find = async (search: string, who = workspace.viewer) => {
  const found = await findRecords(who, { search });
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
};

test("by id: what was last done in each sync, why, what waits, and the writes of the ledger, newest first", async () => {
  const { syncId, run } = await mintRecord({ recordId: "8001", outcome: "refused", reason: "not_subscribed" });
  await db.sql`insert into pending (workspace_id, sync_id, lane, record_id, cause, check_at) values
    (${workspace.id}, ${syncId}, 'scheduled', '8001', 'retry', now() + interval '1 hour')`;
  await db.sql`insert into ledger (workspace_id, sync_id, run_id, lane, epoch, record_id, account, address_hash, delivery_key, payload_digest, sequence,
      calls, state, maybe_creates, exempt, error_code, claimed_at, closed_at)
    select ${workspace.id}, ${syncId}, ${run}, 'scheduled', 1, '8001', 'org', 'h', 'k' || n, 'd', 0, 1, case n when 1 then 'refused' else 'completed' end,
      false, false, case n when 1 then 'invalid_parameter' end, now() - n * interval '1 hour', now() from generate_series(1, 25) n`;
  const { by, hits } = await find("gid://shopify/Customer/8001");
  expect(by).toBe("id");
  expect(hits).toHaveLength(1);
  expect(hits[0]).toMatchObject({
    ...{ syncId, recordId: "8001", waiting: { lane: "scheduled", cause: "retry" } },
    last: { outcome: "refused", reason: "not_subscribed", writes: 3, runId: run, publication: 1 },
  });
  expect(hits[0]?.deliveries).toHaveLength(20);
  expect(hits[0]?.deliveries[0]).toMatchObject({ state: "refused", errorCode: "invalid_parameter" });
});

test("a record that waits for its first look is found, too", async () => {
  const { syncId } = await mintSync(workspace, ends);
  await db.sql`insert into pending (workspace_id, sync_id, lane, record_id, cause) values (${workspace.id}, ${syncId}, 'manual', '8002', 'walk')`;
  expect((await find("8002")).hits).toMatchObject([
    { last: null, waiting: { lane: "manual", atMs: null }, deliveries: [] },
  ]);
});

test("by address, in any spelling: through the keyed hash, with the suppression that stands against it", async () => {
  const { syncId } = await mintRecord({ recordId: "8003", address: ADA });
  await db.sql`insert into suppressions (workspace_id, account, address_hash, reason)
    values (${workspace.id}, ${ACCOUNT}, ${await hashOf(workspace.id, ADA)}, 'blocklisted')`;
  const found = await find("  ADA@Example.com ");
  expect(found).toMatchObject({
    by: "address",
    hits: [{ syncId, recordId: "8003" }],
    suppressed: { reason: "blocklisted" },
  });
  expect(JSON.stringify(found).toLowerCase()).not.toContain("ada@");
});

test("another workspace finds nothing, neither by id nor by the same address; nor does a wrong search", async () => {
  await mintRecord({ recordId: "8004", address: "eve@example.com" });
  expect((await find("8004", stranger.owner)).hits).toEqual([]);
  expect(await find("eve@example.com", stranger.owner)).toMatchObject({ hits: [], suppressed: null });
  const wrong = await findRecords(workspace.viewer, { search: "Eve" });
  expect(wrong).toMatchObject({ error: { kind: "invalid", fields: { search: { code: "records.neither" } } } });
});

test("a run as CSV: its records by id, page by page, and what a spreadsheet would carry out as text", async () => {
  const requested = await requestRun(workspace.editor, { syncId: (await mintSync(workspace, ends)).syncId });
  if (!requested.ok) throw new Error(requested.error.code);
  const { runId } = requested.value;
  await db.sql`insert into record_rows (workspace_id, sync_id, account, record_id, outcome, reason, read_at, publication_id, run_id)
    select workspace_id, sync_id, 'org', (100 + n)::text, 'held', case n when 1 then '=HYPERLINK("http://evil")' else 'invalid' end, now(), publication_id, id
    from runs cross join generate_series(1, 5) n where id = ${runId}`;
  const page = async (after?: string) => {
    const answer = await exportRun(workspace.viewer, { runId, upTo: 3, ...(after ? { after } : {}) });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  const first = await page();
  const second = await page(first.next ?? "");
  expect([first.next, second.next]).toEqual(["103", null]);
  const lines = (first.text + second.text).trim().split("\r\n");
  expect(lines.map((line) => line.split(",")[0])).toEqual([
    ...['"customer id"', '"101"', '"102"', '"103"', '"104"', '"105"'],
  ]);
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
  const foreign = await exportRun(stranger.owner, { runId });
  expect(foreign).toEqual({ ok: false, error: { kind: "not_found", code: "not_found" } });
});
