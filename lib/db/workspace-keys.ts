import { createHash, randomBytes } from "node:crypto";
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
}

export interface VersionedKey {
  version: number;
  key: Uint8Array;
}

/** By kind, newest first. */
export type WorkspaceKeys = Record<KeyKind, VersionedKey[]>;

/** @param base64 `NIGHTPOST_MASTER_KEY`: 32 bytes in base64 */
export function masterKeyFrom(base64: string): MasterKey {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32) throw new RangeError("NIGHTPOST_MASTER_KEY must be 32 bytes in base64.");
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 16), key };
}

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
    if (id !== master.id)
      throw new InvariantViolation(`A key of workspace ${workspaceId} is wrapped by another master key.`);
    keys[kind].push({ version, key: unseal(master.key, unpack(wrapped).sealed, boundTo(workspaceId, kind, version)) });
  }
  if (KEY_KINDS.some((kind) => keys[kind].length === 0))
    throw new InvariantViolation(`Workspace ${workspaceId} has no keys: it was erased, or never made whole.`);
  return keys;
}
