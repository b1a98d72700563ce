import { afterAll, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { users } from "@/lib/db/schema/auth";
import { openContext, type Person } from "@/lib/use-cases/context";
import { listSupportSyncs } from "@/lib/use-cases/support/list-support-syncs";
import { resumeForMerchant } from "@/lib/use-cases/support/resume-for-merchant";
import { runScript } from "../../support/run-script";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintSync, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees support access: state and causes of every workspace, never a record or a credential; a resume only where the owner allows it, told in their log.
 */

const { url, sql: owner } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

async function mint(email: string): Promise<Person> {
  const [made] = await database().insert(users).values({ name: "Sam of support", email }).returning();
  if (!made) throw new Error("no user");
  return { id: made.id, name: made.name, email: made.email, signedInAtMs: Date.now() };
}
const staff = await mint("sam@nightpost.example");
const shop = await mintWorkspace();
const { syncId } = await mintSync(shop, await mintEnds(shop));
const healthy = await mintSync(shop, await mintEnds(shop), "Healthy");
await owner`update syncs set state = 'paused', paused_at = now(), pause_cause = '{"code": "source.credential", "detail": "401"}' where id = ${syncId}`;
await owner`insert into findings (workspace_id, sync_id, kind, severity, evidence)
  values (${shop.id}, ${syncId}, 'sync.paused', 'critical', '{"code": "source.credential", "canary": "shopper@example.com"}')`;

test("only the operator makes support staff; the app cannot", async () => {
  expect(await listSupportSyncs(staff)).toEqual({ ok: false, error: { kind: "not_found", code: "not_found" } });
  const attempt = database().execute(`insert into support_staff (user_id) values ('${staff.id}')`);
  await expect(attempt).rejects.toMatchObject({ cause: { code: "42501" } });
  expect(await runScript("support-staff.ts", ["add", "nobody@example.com"], {})).toMatchObject({ code: 1 });
  expect(await runScript("support-staff.ts", ["add", "SAM@nightpost.example"], {})).toMatchObject({ code: 0 });
  expect(await listSupportSyncs(staff)).toMatchObject({ ok: true });
});

test("sees what is paused or found, in whichever workspace, with cause and age, and nothing of what is in it", async () => {
  const listed = await listSupportSyncs(staff);
  expect(listed).toMatchObject({
    value: [
      {
        ...{ workspaceId: shop.id, workspace: "Atelier", syncId, sync: "Customers", state: "paused", mayResume: true },
        ...{ cause: "source.credential", pausedAtMs: expect.any(Number) },
        findings: [{ kind: "sync.paused", severity: "critical", code: "source.credential" }],
      },
    ],
  });
  expect(JSON.stringify(listed)).not.toMatch(/shopper@example|a-secret-of-the-test|gid:|org-1/);
  expect(JSON.stringify(listed)).not.toContain(healthy.syncId);
  expect(await openContext(staff, shop.id)).toBeNull();
  expect(await listSupportSyncs(shop.owner.user)).toMatchObject({ error: { kind: "not_found" } });
});

test("a resume needs a reason, the merchant's leave and the same proofs; an unknown sync is answered like a forbidden one", async () => {
  expect(await resumeForMerchant(staff, { syncId, reason: "" })).toMatchObject({ error: { kind: "invalid" } });
  const refused = { ok: false, error: { kind: "not_found", code: "not_found" } };
  const reason = "Token renewed by the merchant";
  expect(await resumeForMerchant(shop.owner.user, { syncId, reason })).toEqual(refused);
  for (const id of [healthy.syncId, staff.id])
    expect(await resumeForMerchant(staff, { syncId: id, reason })).toEqual(refused);
  await owner`update workspaces set support_may_resume = false where id = ${shop.id}`;
  expect(await resumeForMerchant(staff, { syncId, reason })).toEqual(refused);
  await owner`update workspaces set support_may_resume = true where id = ${shop.id}`;
  // Both ends of this sync answer nobody: the probe is asked, and its cause is what support staff hear.
  const probed = await resumeForMerchant(staff, { syncId, reason });
  expect(probed).toMatchObject({ ok: false, error: { code: expect.not.stringMatching(/^not_found$/) } });
  expect(await owner`select state from syncs where id = ${syncId}`).toMatchObject([{ state: "paused" }]);
});
