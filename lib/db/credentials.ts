import { and, desc, eq, sql } from "drizzle-orm";
import type { WorkspaceTx } from "./client";
import { credentials } from "./schema/connections";
import { openBytes, sealBytes } from "./seal";
import type { WorkspaceKeys } from "./workspace-keys";

const boundTo = (workspaceId: string, connectionId: string, field: string) => [
  "credential",
  workspaceId,
  connectionId,
  field,
];

/** Stores a secret as the newest version of its field; older versions stay until `dropOldCredentials`. @returns its version */
export async function saveCredential(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  secret: { connectionId: string; field: string; value: string; expiresAt?: Date },
): Promise<number> {
  const { connectionId, field, value, expiresAt } = secret;
  const { keyVersion, sealed } = sealBytes(keys.data, Buffer.from(value), boundTo(tx.workspaceId, connectionId, field));
  const next = sql<number>`(select coalesce(max(version), 0) + 1 from credentials where connection_id = ${connectionId} and field = ${field})`;
  const [row] = await tx
    .insert(credentials)
    .values({ workspaceId: tx.workspaceId, connectionId, field, version: next, keyVersion, expiresAt, ...sealed })
    .returning({ version: credentials.version });
  return row?.version ?? 0;
}

/** The newest version of a secret, or null. @throws when the row was changed or belongs elsewhere */
export async function readCredential(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  connectionId: string,
  field: string,
): Promise<{ value: string; version: number; expiresAt: Date | null } | null> {
  return (await readCredentials(tx, keys, connectionId, field, 1))[0] ?? null;
}

/** Every version of a secret that is still kept, newest first. @throws as `readCredential` does */
export async function readCredentials(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  connectionId: string,
  field: string,
  most = 10,
): Promise<{ value: string; version: number; expiresAt: Date | null; createdAt: Date }[]> {
  const rows = await tx
    .select()
    .from(credentials)
    .where(and(eq(credentials.connectionId, connectionId), eq(credentials.field, field)))
    .orderBy(desc(credentials.version))
    .limit(most);
  return rows.map((row) => {
    const plain = openBytes(keys.data, row.keyVersion, row, boundTo(tx.workspaceId, connectionId, field));
    const { version, expiresAt, createdAt } = row;
    return { value: Buffer.from(plain).toString("utf8"), version, expiresAt, createdAt };
  });
}

/** Deletes all versions of a connection's field but the newest, or the newest few. */
export async function dropOldCredentials(
  tx: WorkspaceTx,
  connectionId: string,
  field: string,
  keep = 1,
): Promise<void> {
  await tx
    .delete(credentials)
    .where(
      and(
        eq(credentials.connectionId, connectionId),
        eq(credentials.field, field),
        sql`version <= (select max(version) from credentials where connection_id = ${connectionId} and field = ${field}) - ${keep}::int`,
      ),
    );
}
