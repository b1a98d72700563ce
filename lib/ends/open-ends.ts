import { eq } from "drizzle-orm";
import { type BrevoClient, createBrevoClient } from "@/lib/connectors/brevo/client";
import { BREVO_URL } from "@/lib/connectors/hosts";
import { createShopifyClient, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { type Database, database, type WorkspaceTx } from "@/lib/db/client";
import { readCredential } from "@/lib/db/credentials";
import { type ConnectionDetails, connections } from "@/lib/db/schema/connections";
import type { WorkspaceKeys } from "@/lib/db/workspace-keys";
import { InvariantViolation } from "@/lib/kernel/errors";
import { createTokenSupply } from "./renew-shop-token";
import { systemClock } from "./system-clock";

/** The one secret of each kind of connection. */
export const CREDENTIAL_FIELD = { shopify: "access_token", brevo: "api_key" } as const;

/** Production code differs from a demo's by base URL alone; only a demo or test installation may point one at loopback. */
export interface EndsPolicy {
  allowLoopback: boolean;
  /** Where a demo installation's stand-ins answer today; their port may be another after a restart, so that it is stored nowhere. */
  sandboxApiUrl?: string;
}

/** @throws InvariantViolation for a demo connection where there are no stand-ins: its made-up secret goes to no vendor */
export function shopUrl(details: ConnectionDetails, policy: EndsPolicy): string {
  if (details.demo) return `${standIns(policy)}/shopify/${details.shopDomain}`;
  return details.baseUrl ?? `https://${details.shopDomain}`;
}

/** @throws InvariantViolation as `shopUrl` does */
export function brevoUrl(details: ConnectionDetails, policy: EndsPolicy): string {
  return details.demo ? `${standIns(policy)}/brevo/v3` : (details.baseUrl ?? BREVO_URL);
}

function standIns({ sandboxApiUrl }: EndsPolicy): string {
  if (sandboxApiUrl === undefined)
    throw new InvariantViolation("a demo connection on an installation without stand-ins");
  return sandboxApiUrl;
}

/** What a new connection notes about where it is: on a demo installation everything is a stand-in. */
export const demoMark = (policy: EndsPolicy): Pick<ConnectionDetails, "demo"> =>
  policy.sandboxApiUrl === undefined ? {} : { demo: true };

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

/**
 * A client for the shop of a stored connection, checked against the identity that the connection was made for.
 * @param db where a token that runs out is renewed, in transactions of its own
 * @param freshToken ask for a new token at first use, where tokens run out; one that lasts is read from the store as ever
 */
export async function openShopify(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  id: string,
  policy: EndsPolicy,
  db: Database = database(),
  freshToken = false,
): Promise<{ client: ShopifyClient; row: ConnectionRow }> {
  const { row, secret } = await loadConnection(tx, keys, id);
  const { allowLoopback } = policy;
  const baseUrl = shopUrl(row.details, policy);
  const { workspaceId } = tx;
  const at = { db, keys, workspaceId, connectionId: id, baseUrl, allowLoopback };
  const renewable = { ...at, nowMs: systemClock.nowMs, fresh: freshToken };
  const client = createShopifyClient({
    baseUrl,
    accessToken: row.details.renewed ? createTokenSupply(renewable) : secret,
    shopId: row.identity,
    clock: systemClock,
    allowLoopback: policy.allowLoopback,
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
  const client = createBrevoClient({
    baseUrl: brevoUrl(row.details, policy),
    apiKey: secret,
    clock: systemClock,
    allowLoopback: policy.allowLoopback,
  });
  return { client, row };
}
