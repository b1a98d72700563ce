import { afterAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/use-cases/api-keys/create-api-key";
import { listApiKeys } from "@/lib/use-cases/api-keys/list-api-keys";
import { openApiKey } from "@/lib/use-cases/api-keys/open-api-key";
import { revokeApiKey } from "@/lib/use-cases/api-keys/revoke-api-key";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees API keys: hashed, shown once, bound to scopes and to one workspace, ended at once.
 */

const { url, sql: owner } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

const shop = await mintWorkspace();

test("a key opens its workspace for its scopes; the database holds its hash alone", async () => {
  const made = await createApiKey(shop.owner, { name: "Warehouse", scopes: ["syncs:read", "runs:start"] });
  if (!made.ok) throw new Error(made.error.code);
  const { key, keyId } = made.value;
  expect(key).toMatch(/^np_[\w-]{43}$/);
  const stored = JSON.stringify([await owner`select * from api_keys`, await owner`select * from activity`]);
  expect(stored).not.toContain(key);
  expect(stored).not.toContain(key.slice(12));
  const open = (scope: "syncs:read" | "runs:read") => openApiKey(`Bearer ${key}`, scope);
  expect(await open("syncs:read")).toMatchObject({ ok: true, value: { workspaceId: shop.id, keyId } });
  expect(await open("runs:read")).toMatchObject({ error: { kind: "forbidden", code: "api_keys.scope_missing" } });
  const listed = await listApiKeys(shop.owner, {});
  expect(JSON.stringify(listed)).not.toContain(key);
  expect(listed).toMatchObject({ value: [{ keyId, prefix: key.slice(0, 11), lastUsedAtMs: expect.any(Number) }] });
  expect(await revokeApiKey(shop.owner, { keyId })).toMatchObject({ ok: true });
  expect(await open("syncs:read")).toMatchObject({ error: { kind: "unauthenticated" } });
  expect(await revokeApiKey(shop.owner, { keyId })).toMatchObject({ error: { kind: "not_found" } });
});

test("no key, a malformed and an unknown one are answered alike", async () => {
  const answers = await Promise.all(
    [null, "", "Bearer", "Basic eDp5", "Bearer np_x", `Bearer np_${"a".repeat(43)}`, `bearer np_${"a".repeat(43)}`].map(
      (header) => openApiKey(header, "syncs:read"),
    ),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ error: { kind: "unauthenticated" } });
});

test("keys are an owner's affair, after a recent sign-in, in their workspace alone", async () => {
  const asked = { name: "x", scopes: ["syncs:read" as const] };
  expect(await createApiKey(shop.editor, asked)).toMatchObject({ error: { kind: "forbidden" } });
  const stale = { ...shop.owner, user: { ...shop.owner.user, signedInAtMs: 0 } };
  expect(await createApiKey(stale, asked)).toMatchObject({ error: { kind: "sign_in_again" } });
  expect(await createApiKey(shop.owner, { ...asked, scopes: [] })).toMatchObject({ error: { kind: "invalid" } });
  const made = await createApiKey(shop.owner, asked);
  const other = await mintWorkspace("Other");
  const keyId = made.ok ? made.value.keyId : "";
  expect(await revokeApiKey(other.owner, { keyId })).toMatchObject({ error: { kind: "not_found" } });
  expect(await listApiKeys(other.owner, {})).toEqual({ ok: true, value: [] });
});
