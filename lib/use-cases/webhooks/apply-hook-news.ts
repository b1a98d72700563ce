import { and, eq, ne } from "drizzle-orm";
import { missingFor } from "@/lib/connectors/shopify/access";
import type { HookNews } from "@/lib/connectors/shopify/hook-payload";
import { CUSTOMERS } from "@/lib/connectors/shopify/readable";
import { appendActivity } from "@/lib/db/append-activity";
import type { WorkspaceTx } from "@/lib/db/client";
import type { ConnectionInWorkspace } from "@/lib/db/inbound";
import { openFinding } from "@/lib/db/queries/open-finding";
import { queueHook } from "@/lib/db/queries/queue-hook";
import { stopShopper } from "@/lib/db/queries/stop-shopper";
import { connections, credentials } from "@/lib/db/schema/connections";
import { privacyRequests } from "@/lib/db/schema/inbound";
import type { WorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { unreachable } from "@/lib/kernel/result";
import { normaliseAddress } from "@/lib/rules/address";
import { addressHash } from "@/lib/runner/ledger";

/** Shopify gives 30 days for each compliance request. */
const PRIVACY_DAYS = 30;

/** What a verified webhook changes here, in the transaction that writes the event. @returns how many things it changed */
export async function applyHookNews(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  connection: ConnectionInWorkspace,
  news: HookNews,
  triggeredAtMs: number | null,
): Promise<number> {
  switch (news.kind) {
    case "records":
      return queueHook(tx.raw, connection, news, installation().timing.marginMs);
    case "uninstalled":
      return endConnection(tx, connection, triggeredAtMs);
    case "scopes":
      return noteScopes(tx, connection.connectionId, news.granted);
    case "privacy":
      return news.request === "shop_redact"
        ? takeRequest(tx, connection, news.request, null, [])
        : takeShopperRequest(tx, keys, connection, news);
    default:
      return unreachable(news);
  }
}

/**
 * The app is gone from the shop: its tokens are worth nothing. The client secret stays, since `shop/redact` follows two days later and is signed with it. Told late,
 * after the connection was tested or made again, it is out of date.
 */
async function endConnection(
  tx: WorkspaceTx,
  at: ConnectionInWorkspace,
  triggeredAtMs: number | null,
): Promise<number> {
  const [row] = await tx.select().from(connections).where(eq(connections.id, at.connectionId)).for("update");
  if (!row || row.state === "disconnected") return 0;
  const provedAtMs = row.lastError === null ? (row.checkedAt?.getTime() ?? 0) : 0;
  if (triggeredAtMs !== null && triggeredAtMs < provedAtMs) return 0;
  await tx
    .update(connections)
    .set({ state: "disconnected", lastError: null, hooks: null })
    .where(eq(connections.id, at.connectionId));
  await tx
    .delete(credentials)
    .where(and(eq(credentials.connectionId, at.connectionId), ne(credentials.field, "client_secret")));
  await openFinding(tx.raw, {
    workspaceId: at.workspaceId,
    syncId: null,
    kind: "connection.uninstalled",
    subject: at.connectionId,
    evidence: { connectionId: at.connectionId },
  });
  await audit(tx, at, "connection.uninstalled", {});
  return 1;
}

async function noteScopes(tx: WorkspaceTx, id: string, granted: string[]): Promise<number> {
  const [row] = await tx.select().from(connections).where(eq(connections.id, id)).for("update");
  if (!row) return 0;
  const details = { ...row.details, scopes: granted, missingScopes: missingFor(CUSTOMERS.operations, granted) };
  await tx.update(connections).set({ details, hooksDueAt: new Date() }).where(eq(connections.id, id));
  return 1;
}

/** A redaction stops at once; what is stored of the shopper is erased by the privacy function, with retries. */
async function takeShopperRequest(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  at: ConnectionInWorkspace,
  news: Extract<HookNews, { recordId: string }>,
): Promise<number> {
  const addresses = news.addresses.map(normaliseAddress).filter((address) => address !== null);
  const addressHashes = addresses.flatMap((address) => keys.address.map(({ key }) => addressHash(key, address)));
  if (news.request === "customer_redact") await stopShopper(tx.raw, { ...at, recordId: news.recordId, addressHashes });
  return takeRequest(tx, at, news.request, news.recordId, addressHashes);
}

async function takeRequest(
  tx: WorkspaceTx,
  at: ConnectionInWorkspace,
  kind: "data_request" | "customer_redact" | "shop_redact",
  recordId: string | null,
  addressHashes: string[],
): Promise<number> {
  const dueAt = new Date(Date.now() + PRIVACY_DAYS * 24 * 3_600_000);
  await tx.insert(privacyRequests).values({ ...at, kind, recordId, addressHashes, dueAt });
  await audit(tx, at, "privacy.requested", { kind });
  return 1;
}

async function audit(tx: WorkspaceTx, at: ConnectionInWorkspace, verb: string, details: Record<string, unknown>) {
  const entry = { verb, subjectKind: "connection", subjectId: at.connectionId, details };
  await appendActivity(
    tx.raw,
    at.workspaceId,
    { actorKind: "hook", actorId: null, ...entry },
    installation().signingKey,
  );
}
