import { isShopDomain } from "@/lib/connectors/hosts";
import { parseWithBigIds, readHookPayload } from "@/lib/connectors/shopify/hook-payload";
import { isSignedByShopify } from "@/lib/connectors/shopify/hook-signature";
import { isHookTopic } from "@/lib/connectors/shopify/hook-topics";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { readCredentials } from "@/lib/db/credentials";
import { type ConnectionInWorkspace, shopConnections } from "@/lib/db/inbound";
import { insertInboundEvent } from "@/lib/db/queries/insert-inbound-event";
import { loadWorkspaceKeys, type WorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "../errors";
import { applyHookNews } from "./apply-hook-news";

/** One delivery as it came; `body` is raw, for the signature is over its very bytes. */
export interface ShopifyDelivery {
  body: Uint8Array;
  domain: string | null;
  topic: string | null;
  signature: string | null;
  eventId: string | null;
  /** When it happened, `X-Shopify-Triggered-At`. */
  triggeredAt: string | null;
}

/** After a secret was replaced, the one before is taken for a week: Shopify signs with the older one until it is revoked there. */
const OLD_SECRET_MS = 7 * 24 * 3_600_000;

/**
 * Takes a delivery: known shop, signed with a secret of a connection of it, once per event. Everything that it changes is committed when this returns, in one
 * transaction with the event itself: what fails is not acknowledged, and Shopify sends it again. An unknown shop and a bad signature are one answer.
 */
export async function receiveShopify(delivery: ShopifyDelivery): Promise<Result<{ effects: number }, UseCaseError>> {
  const refused = refuse("unauthenticated", "webhooks.not_signed");
  const domain = delivery.domain?.toLowerCase() ?? "";
  if (!isShopDomain(domain)) return refused;
  let effects: number | null = null;
  for (const connection of await shopConnections(domain)) {
    const applied = await inWorkspace(connection.workspaceId, (tx) => applyIfSigned(tx, connection, delivery));
    if (applied !== null) effects = (effects ?? 0) + applied;
  }
  return effects === null ? refused : ok({ effects });
}

/** @returns null when no secret of this connection signed it */
async function applyIfSigned(
  tx: WorkspaceTx,
  connection: ConnectionInWorkspace,
  delivery: ShopifyDelivery,
): Promise<number | null> {
  const keys = await loadWorkspaceKeys(tx.raw, connection.workspaceId, installation().master);
  const secrets = await signingSecrets(tx, keys, connection.connectionId);
  if (!isSignedByShopify(delivery.body, delivery.signature, secrets)) return null;
  const { topic, eventId } = delivery;
  if (topic === null || !isHookTopic(topic) || eventId === null) return 0;
  const news = readHookPayload(topic, parse(delivery.body));
  const recordIds = news?.kind === "records" ? news.ids : [];
  const isNew = await insertInboundEvent(tx.raw, { ...connection, eventKey: eventId.slice(0, 200), topic, recordIds });
  if (!isNew || news === null) return 0;
  const triggeredAtMs = Date.parse(delivery.triggeredAt ?? "");
  return applyHookNews(tx, keys, connection, news, Number.isNaN(triggeredAtMs) ? null : triggeredAtMs);
}

async function signingSecrets(tx: WorkspaceTx, keys: WorkspaceKeys, connectionId: string): Promise<string[]> {
  const [newest, ...older] = await readCredentials(tx, keys, connectionId, "client_secret");
  if (!newest) return [];
  const isRotating = Date.now() - newest.createdAt.getTime() < OLD_SECRET_MS;
  return [newest.value, ...(isRotating ? older.map(({ value }) => value) : [])];
}

/** A signed body that is no JSON is taken and changes nothing: refusing it would end in a deleted subscription. */
function parse(body: Uint8Array): unknown {
  try {
    return parseWithBigIds(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}
