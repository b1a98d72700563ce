import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { dropOldCredentials, readCredential, saveCredential } from "@/lib/db/credentials";
import { createKeyRing } from "@/lib/db/key-ring";
import { openJson, sealJson } from "@/lib/db/seal";
import { loadWorkspaceKeys, masterKeyFrom } from "@/lib/db/workspace-keys";
import { IV_BYTES, pack, seal, unpack, unseal } from "@/lib/kernel/envelope";
import { dbWorld, mintSync } from "./world";

const world = await dbWorld();
const { db, owner, master } = world;

const SECRET = "shpat_canary_0123456789";

test("what is sealed opens with the same key, IV, text and owner, and with nothing else", () => {
  const key = randomBytes(32);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.nat(),
      (plain, boundTo, at) => {
        const blob = pack(7, seal(key, randomBytes(IV_BYTES), plain, boundTo));
        const { keyVersion, sealed } = unpack(blob);
        expect(keyVersion).toBe(7);
        expect(Buffer.from(unseal(key, sealed, boundTo))).toEqual(Buffer.from(plain));
        expect(() => unseal(key, sealed, [...boundTo, "x"])).toThrow();
        expect(() => unseal(randomBytes(32), sealed, boundTo)).toThrow();
        const changed = Buffer.from(blob);
        const place = 5 + (at % (blob.length - 5));
        changed[place] = (changed[place] ?? 0) ^ 1;
        expect(() => unseal(key, unpack(changed).sealed, boundTo)).toThrow();
      },
    ),
  );
  expect(() => seal(key, randomBytes(11), randomBytes(1), [])).toThrow(RangeError);
  expect(() => unpack(randomBytes(10))).toThrow(RangeError);
});

test("owners that join to the same text are not the same owner", () => {
  const key = randomBytes(32);
  const sealed = seal(key, randomBytes(IV_BYTES), Buffer.from("x"), ["a,b"]);
  expect(() => unseal(key, sealed, ["a", "b"])).toThrow();
});

test("sealing the same value twice gives two texts", () => {
  const keys = [{ version: 1, key: randomBytes(32) }];
  const [a, b] = [sealJson(keys, { a: 1 }, ["t"]), sealJson(keys, { a: 1 }, ["t"])];
  expect(Buffer.from(a).equals(Buffer.from(b))).toBe(false);
  expect(openJson(keys, a, ["t"])).toEqual({ a: 1 });
});

test("a workspace's keys are of three kinds, wrapped, its own, and open under the installation's master key alone", async () => {
  const [a, b] = [await mintSync(world), await mintSync(world)];
  const load = (workspaceId: string, under = master) =>
    inWorkspace(workspaceId, ({ raw }) => loadWorkspaceKeys(raw, workspaceId, under), db);
  const [keysA, keysB] = [await load(a.workspaceId), await load(b.workspaceId)];
  const all = [keysA, keysB]
    .flatMap((keys) => [keys.ledger, keys.address, keys.data])
    .map(([key]) => Buffer.from(key?.key ?? []).toString("hex"));
  expect(new Set(all).size).toBe(6);
  await expect(load(a.workspaceId, masterKeyFrom(randomBytes(32).toString("base64")))).rejects.toThrow(
    /another master key/,
  );
  const stored = await owner`select wrapped from workspace_keys where workspace_id = ${a.workspaceId}`;
  for (const { wrapped } of stored)
    expect(all.some((key) => Buffer.from(wrapped).toString("hex").includes(key))).toBe(false);
  await owner`
    update workspace_keys set wrapped = (select wrapped from workspace_keys where workspace_id = ${b.workspaceId} and kind = 'data')
    where workspace_id = ${a.workspaceId} and kind = 'data'`;
  await expect(load(a.workspaceId)).rejects.toThrow(/authenticate/);
});

test("destroying a workspace's keys erases it; the ring forgets within a minute", async () => {
  const { workspaceId } = await mintSync(world);
  const ring = createKeyRing(master);
  const of = () => inWorkspace(workspaceId, ({ raw }) => ring.of(raw, workspaceId), db);
  const kept = await of();
  await owner`delete from workspace_keys where workspace_id = ${workspaceId}`;
  expect(await of()).toBe(kept);
  await expect(inWorkspace(workspaceId, ({ raw }) => createKeyRing(master).of(raw, workspaceId), db)).rejects.toThrow(
    /no keys/,
  );
});

test("a credential is sealed to its workspace, connection and field; the newest version is the one in use", async () => {
  const { workspaceId } = await mintSync(world);
  const [{ id: connectionId } = { id: "" }, { id: otherId } = { id: "" }] = await owner`
    select id from connections where workspace_id = ${workspaceId} order by kind desc`;
  const expiresAt = new Date(1_900_000_000_000);
  const seen = await inWorkspace(
    workspaceId,
    async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, workspaceId, master);
      const save = (value: string) =>
        saveCredential(tx, keys, { connectionId, field: "accessToken", value, expiresAt });
      expect(await readCredential(tx, keys, connectionId, "accessToken")).toBeNull();
      expect([await save("old"), await save(SECRET)]).toEqual([1, 2]);
      return readCredential(tx, keys, connectionId, "accessToken");
    },
    db,
  );
  expect(seen).toMatchObject({ value: SECRET, version: 2, expiresAt });
  const rows = await owner`select * from credentials`;
  expect(JSON.stringify(rows.map((row) => Buffer.from(row.ciphertext).toString("latin1")))).not.toContain(SECRET);
  await owner`update credentials set connection_id = ${otherId}`;
  const moved = inWorkspace(
    workspaceId,
    async (tx) => readCredential(tx, await loadWorkspaceKeys(tx.raw, workspaceId, master), otherId, "accessToken"),
    db,
  );
  await expect(moved).rejects.toThrow(/authenticate/);
  await owner`update credentials set connection_id = ${connectionId}`;
  await inWorkspace(workspaceId, (tx) => dropOldCredentials(tx, connectionId, "accessToken"), db);
  expect((await owner`select version from credentials`).map((row) => row.version)).toEqual([2]);
});
