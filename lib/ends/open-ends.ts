import { eq } from "drizzle-orm";
import { type BrevoClient, createBrevoClient } from "@/lib/connectors/brevo/client";
import { BREVO_URL } from "@/lib/connectors/hosts";
import { createShopifyClient, type ShopifyClient } from "@/lib/connectors/shopify/client";
import type { WorkspaceTx } from "@/lib/db/client";
import { readCredential } from "@/lib/db/credentials";
import { type ConnectionDetails, connections } from "@/lib/db/schema/connections";
import type { WorkspaceKeys } from "@/lib/db/workspace-keys";
import { InvariantViolation } from "@/lib/kernel/errors";
import { systemClock } from "./system-clock";

/** The one secret of each kind of connection. */
export const CREDENTIAL_FIELD = { shopify: "access_token", brevo: "api_key" } as const;

/** Production code differs from a demo's by base URL alone; only a demo or test installation may point one at loopback. */
export interface EndsPolicy {
  allowLoopback: boolean;
}

export const shopUrl = (details: ConnectionDetails): string => details.baseUrl ?? `https://${details.shopDomain}`;
export const brevoUrl = (details: ConnectionDetails): string => details.baseUrl ?? BREVO_URL;

type ConnectionRow = typeof connections.$inferSelect;

/** @throws InvariantViolation for an id that this workspace does not have, or a connection without its secret */
async function loadConnection(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  id: string,
): Promise<{ row: ConnectionRow; secret: string }> {
  const [row] = await tx.select().from(connections).where(eq(connections.id, id));
  if (!row) throw new InvariantViolation(`no connection ${id}`);
  const secret = await readCredential(tx, keys, id, CREDENTIAL_FIELD[row.kind]);
  if (!secret) throw new InvariantViolation(`connection ${id} has no credential`);
  return { row, secret: secret.value };
}

/** A client for the shop of a stored connection, checked against the identity that the connection was made for. */
export async function openShopify(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  id: string,
  policy: EndsPolicy,
): Promise<{ client: ShopifyClient; row: ConnectionRow }> {
  const { row, secret } = await loadConnection(tx, keys, id);
  const client = createShopifyClient({
    baseUrl: shopUrl(row.details),
    accessToken: secret,
    shopId: row.identity,
    clock: systemClock,
    ...policy,
  });
  return { client, row };
}

/** A client for the Brevo account of a stored connection. */
export async function openBrevo(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  id: string,
  policy: EndsPolicy,
): Promise<{ client: BrevoClient; row: ConnectionRow }> {
  const { row, secret } = await loadConnection(tx, keys, id);
  const client = createBrevoClient({ baseUrl: brevoUrl(row.details), apiKey: secret, clock: systemClock, ...policy });
  return { client, row };
}
