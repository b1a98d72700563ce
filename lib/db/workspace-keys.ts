import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { IV_BYTES, pack, seal, unpack, unseal } from "@/lib/kernel/envelope";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { WorkspaceTx } from "./client";
import { KEY_KINDS, type KeyKind, workspaceKeys } from "./schema/workspaces";

/** The installation's key that wraps the workspaces' keys. */
export interface MasterKey {
  /** First 16 hex digits of its SHA-256: says which one wrapped a key, for rotation. */
  id: string;
  key: Uint8Array;
  /** The one before, while a rotation is under way: what it wrapped is read too, and nothing is wrapped by it. */
  former?: MasterKey | undefined;
}

export interface VersionedKey {
  version: number;
  key: Uint8Array;
}

/** By kind, newest first. */
export type WorkspaceKeys = Record<KeyKind, VersionedKey[]>;

/** @param base64 `NIGHTPOST_MASTER_KEY`: 32 bytes in base64 @param former `NIGHTPOST_MASTER_KEY_OLD`, while a rotation is under way */
export function masterKeyFrom(base64: string, former?: string): MasterKey {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32) throw new RangeError("A master key must be 32 bytes in base64.");
  const id = createHash("sha256").update(key).digest("hex").slice(0, 16);
  return { id, key, ...(former === undefined ? {} : { former: masterKeyFrom(former) }) };
}

/** The master key that wrapped a key, of those this installation has. */
const wrapperOf = (master: MasterKey, id: string): MasterKey | undefined =>
  id === master.id ? master : master.former && wrapperOf(master.former, id);

const boundTo = (workspaceId: string, kind: string, version: number) => [
  "workspace_key",
  workspaceId,
  kind,
  String(version),
];

/** Makes the first key of every kind; once per workspace, in the transaction that makes it. */
export async function createWorkspaceKeys(tx: WorkspaceTx, master: MasterKey): Promise<void> {
  await tx.insert(workspaceKeys).values(
    KEY_KINDS.map((kind) => ({
      workspaceId: tx.workspaceId,
      kind,
      version: 1,
      wrapped: pack(1, seal(master.key, randomBytes(IV_BYTES), randomBytes(32), boundTo(tx.workspaceId, kind, 1))),
      masterKeyId: master.id,
    })),
  );
}

/**
 * @returns the workspace's keys, unwrapped
 * @throws InvariantViolation when a kind is missing, or another master key wrapped one
 */
export async function loadWorkspaceKeys(
  sql: TransactionSql,
  workspaceId: string,
  master: MasterKey,
): Promise<WorkspaceKeys> {
  const rows = await sql<{ kind: KeyKind; version: number; wrapped: Uint8Array; master: string }[]>`
    select kind, version, wrapped, master_key_id as master from workspace_keys order by version desc`;
  const keys: WorkspaceKeys = { ledger: [], address: [], data: [] };
  for (const { kind, version, wrapped, master: id } of rows) {
    const wrapper = wrapperOf(master, id);
    if (!wrapper) throw new InvariantViolation(`A key of workspace ${workspaceId} is wrapped by another master key.`);
    keys[kind].push({ version, key: unseal(wrapper.key, unpack(wrapped).sealed, boundTo(workspaceId, kind, version)) });
  }
  if (KEY_KINDS.some((kind) => keys[kind].length === 0))
    throw new InvariantViolation(`Workspace ${workspaceId} has no keys: it was erased, or never made whole.`);
  return keys;
}

/**
 * Wraps every key of the workspace that the former master key wrapped by the present one; one transaction, so that a reader sees all of the old or all of the
 * new. What the keys sealed stays as it is.
 * @returns how many
 * @throws InvariantViolation when neither wrapped one
 */
export async function rewrapWorkspaceKeys(tx: WorkspaceTx, master: MasterKey): Promise<number> {
  const rows = await tx.select().from(workspaceKeys).orderBy(workspaceKeys.id).for("update");
  let rewrapped = 0;
  for (const { id, kind, version, wrapped, masterKeyId } of rows) {
    if (masterKeyId === master.id) continue;
    const wrapper = wrapperOf(master, masterKeyId);
    if (!wrapper)
      throw new InvariantViolation(`A key of workspace ${tx.workspaceId} is wrapped by another master key.`);
    const bound = boundTo(tx.workspaceId, kind, version);
    const plain = unseal(wrapper.key, unpack(wrapped).sealed, bound);
    const anew = pack(1, seal(master.key, randomBytes(IV_BYTES), plain, bound));
    await tx.update(workspaceKeys).set({ wrapped: anew, masterKeyId: master.id }).where(eq(workspaceKeys.id, id));
    rewrapped++;
  }
  return rewrapped;
}

/** Adds a newer data key: what is sealed from now on is sealed under it, and older versions are still read. @returns its version */
export async function addDataKey(tx: WorkspaceTx, master: MasterKey): Promise<number> {
  const rows = await tx.select().from(workspaceKeys).where(eq(workspaceKeys.kind, "data")).for("update");
  if (rows.length === 0) throw new InvariantViolation(`Workspace ${tx.workspaceId} has no keys: it was erased.`);
  const version = Math.max(...rows.map((row) => row.version)) + 1;
  const bound = boundTo(tx.workspaceId, "data", version);
  await tx.insert(workspaceKeys).values({
    ...{ workspaceId: tx.workspaceId, kind: "data", version, masterKeyId: master.id },
    wrapped: pack(1, seal(master.key, randomBytes(IV_BYTES), randomBytes(32), bound)),
  });
  return version;
}
