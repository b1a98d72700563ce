import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { readCredential, saveCredential } from "@/lib/db/credentials";
import {
  addDataKey,
  loadWorkspaceKeys,
  type MasterKey,
  masterKeyFrom,
  rewrapWorkspaceKeys,
} from "@/lib/db/workspace-keys";
import { runScript } from "../../support/run-script";
import { dbWorld, mintSync } from "../world";

/*
 * Guarantees a rotation without a pause: old and new are read while it goes on, and nothing that was sealed is lost.
 */

const world = await dbWorld();
const { db, owner, url } = world;
const OLD = randomBytes(32).toString("base64");
const NEW = randomBytes(32).toString("base64");
const old = masterKeyFrom(OLD);

async function sealed(): Promise<{ workspaceId: string; connectionId: string }> {
  const { workspaceId } = await mintSync({ db, master: old });
  const [connection] = await owner`select id from connections where workspace_id = ${workspaceId} and kind = 'brevo'`;
  const connectionId = String(connection?.id);
  await inWorkspace(
    workspaceId,
    async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, workspaceId, old);
      await saveCredential(tx, keys, { connectionId, field: "api_key", value: "a secret" });
    },
    db,
  );
  return { workspaceId, connectionId };
}

const secretUnder = (of: { workspaceId: string; connectionId: string }, master: MasterKey) =>
  inWorkspace(
    of.workspaceId,
    async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, of.workspaceId, master);
      return (await readCredential(tx, keys, of.connectionId, "api_key"))?.value;
    },
    db,
  );

test("while both keys are known everything opens; after the rotation the new one alone does", async () => {
  const one = await sealed();
  const both = masterKeyFrom(NEW, OLD);
  expect(await secretUnder(one, both)).toBe("a secret");
  await expect(secretUnder(one, masterKeyFrom(NEW))).rejects.toThrow(/another master key/);
  expect(await inWorkspace(one.workspaceId, (tx) => rewrapWorkspaceKeys(tx, both), db)).toBe(3);
  expect(await inWorkspace(one.workspaceId, (tx) => rewrapWorkspaceKeys(tx, both), db)).toBe(0);
  expect(await secretUnder(one, masterKeyFrom(NEW))).toBe("a secret");
  await expect(secretUnder(one, old)).rejects.toThrow(/another master key/);
});

test("a reader beside the rotation always finds its secret", async () => {
  const one = await sealed();
  const both = masterKeyFrom(NEW, OLD);
  const rotation = inWorkspace(one.workspaceId, (tx) => rewrapWorkspaceKeys(tx, both), db);
  const reads = await Promise.all(Array.from({ length: 20 }, () => secretUnder(one, both)));
  await rotation;
  expect(new Set(reads)).toEqual(new Set(["a secret"]));
});

test("a new data key seals what comes, and what was there still opens", async () => {
  const one = await sealed();
  expect(await inWorkspace(one.workspaceId, (tx) => addDataKey(tx, old), db)).toBe(2);
  expect(await secretUnder(one, old)).toBe("a secret");
  await inWorkspace(
    one.workspaceId,
    async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, one.workspaceId, old);
      await saveCredential(tx, keys, { connectionId: one.connectionId, field: "api_key", value: "a newer one" });
    },
    db,
  );
  const rows =
    await owner`select key_version as v from credentials where connection_id = ${one.connectionId} order by version`;
  expect(rows.map(({ v }) => v)).toEqual([1, 2]);
  expect(await secretUnder(one, old)).toBe("a newer one");
});

test("the command goes through all workspaces, and says which it had to leave", async () => {
  await owner`truncate workspace_keys`;
  const one = await sealed();
  const env = {
    ...{ DATABASE_URL: url, APP_URL: "http://localhost", AUTH_SECRET: "s".repeat(40), NIGHTPOST_SIGNING_KEY: NEW },
    ...{ NIGHTPOST_MASTER_KEY: NEW, SANDBOX_CONTROL_SECRET: "s" },
  };
  const alone = await runScript("keys-rotate.ts", [], env);
  expect(alone.code).toBe(1);
  expect(alone.stderr).toContain(`LEFT  workspace ${one.workspaceId}`);
  const both = await runScript("keys-rotate.ts", ["--data"], { ...env, NIGHTPOST_MASTER_KEY_OLD: OLD });
  expect(both.stdout).toContain("wrapped anew: 3 keys");
  expect(both.stdout + both.stderr).not.toContain(OLD);
  expect(await secretUnder(one, masterKeyFrom(NEW))).toBe("a secret");
});
