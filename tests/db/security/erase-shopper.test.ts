import { afterAll, expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { carryOutPrivacy } from "@/lib/dispatch/carry-out-privacy";
import { installation } from "@/lib/installation";
import { addressHash } from "@/lib/runner/ledger";
import { eraseShopper } from "@/lib/use-cases/privacy/erase-shopper";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintSync, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees an owner's erasure: stopped at once, gone afterwards, never sent again, nothing personal in what remains.
 */

const { url, sql: owner } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

const ADDRESS = "shopper.canary@example.com";
const shop = await mintWorkspace();
const { syncId, publicationId } = await mintSync(shop, await mintEnds(shop));
const hash = await inWorkspace(shop.id, async (tx) => {
  const [key] = (await loadWorkspaceKeys(tx.raw, shop.id, installation().master)).address;
  return addressHash(key?.key ?? new Uint8Array(), ADDRESS);
});
const row = (recordId: string, addressHash: string) => owner`
  insert into record_rows (sync_id, account, record_id, workspace_id, outcome, read_at, address_hash, publication_id, run_id)
  values (${syncId}, 'org-1', ${recordId}, ${shop.id}, 'delivered', now(), ${addressHash}, ${publicationId}, gen_random_uuid())`;
await row("71", hash);
await row("72", "another-hash");

test("by address: the record is stopped at once, then its rows go, and a tombstone stays", async () => {
  expect(await eraseShopper(shop.editor, { search: ADDRESS })).toMatchObject({ error: { kind: "forbidden" } });
  const stale = { ...shop.owner, user: { ...shop.owner.user, signedInAtMs: 0 } };
  expect(await eraseShopper(stale, { search: ADDRESS })).toMatchObject({ error: { kind: "sign_in_again" } });
  expect(await eraseShopper(shop.owner, { search: ADDRESS.toUpperCase() })).toEqual({
    ok: true,
    value: { records: 1 },
  });
  const stops = await owner`select record_id, reason from tombstones where workspace_id = ${shop.id}`;
  expect([...stops]).toEqual([{ record_id: "71", reason: "redacted" }]);
  const [request] = await owner`select id from privacy_requests where workspace_id = ${shop.id}`;
  expect(await carryOutPrivacy({ workspaceId: shop.id, requestId: request?.id }, installation())).toBe(true);
  const left = await owner`select record_id from record_rows where workspace_id = ${shop.id} order by 1`;
  expect(left.map((one) => one.record_id)).toEqual(["72"]);
  expect(await owner`select 1 from tombstones where workspace_id = ${shop.id} and record_id = '71'`).toHaveLength(1);
});

test("by id: also one that was never met is never sent", async () => {
  expect(await eraseShopper(shop.owner, { search: "9999" })).toMatchObject({ ok: true });
  expect(await owner`select 1 from tombstones where record_id = '9999'`).toHaveLength(1);
});

test("an address nobody has is told; another workspace's shopper is not touched", async () => {
  expect(await eraseShopper(shop.owner, { search: "nobody@example.com" })).toMatchObject({
    error: { fields: { search: { code: "privacy.nobody" } } },
  });
  const other = await mintWorkspace("Other");
  expect(await eraseShopper(other.owner, { search: ADDRESS })).toMatchObject({ ok: false });
});

test("neither the audit log nor the request says who it was", async () => {
  const kept = JSON.stringify([await owner`select * from activity`, await owner`select * from privacy_requests`]);
  expect(kept).not.toMatch(/canary/i);
});
