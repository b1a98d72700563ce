import { and, eq, ne, sql } from "drizzle-orm";
import type { WorkspaceTx } from "./client";
import { dropOldCredentials, readCredential, readCredentials, saveCredential } from "./credentials";
import { connections } from "./schema/connections";
import type { WorkspaceKeys } from "./workspace-keys";

/** The stored tokens of a shop whose access runs out. */
export interface StoredTokens {
  access: { value: string; expiresAtMs: number } | null;
  clientId: string;
  clientSecret: string;
  /** Newest first; more than one while the newest has not worked yet. */
  refresh: string[];
}

/** Holds the connection's row until the transaction ends, so that one process at a time renews its tokens. @returns null when it is disconnected */
export async function lockTokens(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  connectionId: string,
): Promise<StoredTokens | null> {
  const [row] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.id, connectionId), ne(connections.state, "disconnected")))
    .for("no key update");
  if (!row) return null;
  const access = await readCredential(tx, keys, connectionId, "access_token");
  const clientId = await readCredential(tx, keys, connectionId, "client_id");
  const clientSecret = await readCredential(tx, keys, connectionId, "client_secret");
  if (!clientId || !clientSecret) return null;
  const refresh = await readCredentials(tx, keys, connectionId, "refresh_token");
  return {
    access: access && { value: access.value, expiresAtMs: access.expiresAt?.getTime() ?? 0 },
    clientId: clientId.value,
    clientSecret: clientSecret.value,
    refresh: refresh.map(({ value }) => value),
  };
}

/** Saves a pair that was just granted. Older refresh tokens stay until `dropProvenTokens`; the access token before is of no use. */
export async function saveTokenPair(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  connectionId: string,
  pair: { accessToken: string; expiresAtMs: number; refreshToken: string | null },
): Promise<void> {
  const expiresAt = new Date(pair.expiresAtMs);
  await saveCredential(tx, keys, { connectionId, field: "access_token", value: pair.accessToken, expiresAt });
  await dropOldCredentials(tx, connectionId, "access_token");
  if (pair.refreshToken !== null)
    await saveCredential(tx, keys, { connectionId, field: "refresh_token", value: pair.refreshToken });
}

/** The newest pair has worked: Shopify has retired what came before it. */
export async function dropProvenTokens(tx: WorkspaceTx, connectionId: string): Promise<void> {
  await tx.execute(sql`select 1 from connections where id = ${connectionId} for no key update`);
  await dropOldCredentials(tx, connectionId, "refresh_token");
}
