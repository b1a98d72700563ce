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
  const [row] = await tx
    .select()
    .from(credentials)
    .where(and(eq(credentials.connectionId, connectionId), eq(credentials.field, field)))
    .orderBy(desc(credentials.version))
    .limit(1);
  if (!row) return null;
  const plain = openBytes(keys.data, row.keyVersion, row, boundTo(tx.workspaceId, connectionId, field));
  return { value: Buffer.from(plain).toString("utf8"), version: row.version, expiresAt: row.expiresAt };
}

/** Deletes all versions of a connection's field but the newest. */
export async function dropOldCredentials(tx: WorkspaceTx, connectionId: string, field: string): Promise<void> {
  await tx
    .delete(credentials)
    .where(
      and(
        eq(credentials.connectionId, connectionId),
        eq(credentials.field, field),
        sql`version < (select max(version) from credentials where connection_id = ${connectionId} and field = ${field})`,
      ),
    );
}
