import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { type BrevoNews, readBrevoHook } from "@/lib/connectors/brevo/hook-payload";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { readCredential } from "@/lib/db/credentials";
import { connectionWorkspace } from "@/lib/db/inbound";
import { insertInboundEvent } from "@/lib/db/queries/insert-inbound-event";
import { suppressAddresses } from "@/lib/db/queries/suppress-addresses";
import { connections } from "@/lib/db/schema/connections";
import { loadWorkspaceKeys, type WorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import { normaliseAddress } from "@/lib/rules/address";
import { addressHash } from "@/lib/runner/ledger";
import { refuse, type UseCaseError } from "../errors";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes what Brevo tells of opt-outs: it signs nothing, so the secret that we gave it must come along. Suppressions and the event are one transaction, committed
 * when this returns. An unknown connection and a wrong secret are one answer.
 */
export async function receiveBrevo(
  connectionId: string,
  authorization: string | null,
  body: unknown,
): Promise<Result<{ suppressed: number }, UseCaseError>> {
  const refused = refuse("unauthenticated", "webhooks.not_signed");
  if (!UUID.test(connectionId)) return refused;
  const workspaceId = await connectionWorkspace(connectionId);
  if (workspaceId === null) return refused;
  return inWorkspace(workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, workspaceId, installation().master);
    const secret = await readCredential(tx, keys, connectionId, "hook_secret");
    if (!secret || !isBearer(authorization, secret.value)) return refused;
    let suppressed = 0;
    for (const news of readBrevoHook(body) ?? []) suppressed += await take(tx, keys, connectionId, news);
    return ok({ suppressed });
  });
}

/** Digests have one length, whatever was sent. */
function isBearer(given: string | null, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(`Bearer ${secret}`));
}

async function take(tx: WorkspaceTx, keys: WorkspaceKeys, connectionId: string, news: BrevoNews): Promise<number> {
  const [newest] = keys.address;
  const addresses = news.addresses.map(normaliseAddress).filter((address) => address !== null);
  if (!newest || addresses.length === 0) return 0;
  // Brevo gives no id of the event: the same thing at the same time is the same event.
  const says = JSON.stringify([news.event, news.at, addresses]);
  const eventKey = createHmac("sha256", newest.key).update(says).digest("hex");
  const event = { workspaceId: tx.workspaceId, connectionId, eventKey, topic: `brevo/${news.event}`, recordIds: [] };
  if (!(await insertInboundEvent(tx.raw, event))) return 0;
  const [row] = await tx
    .select({ account: connections.identity })
    .from(connections)
    .where(eq(connections.id, connectionId));
  if (!row) return 0;
  const hashes = addresses.flatMap((address) => keys.address.map(({ key }) => addressHash(key, address)));
  return suppressAddresses(tx.raw, { workspaceId: tx.workspaceId, account: row.account, hashes, reason: news.event });
}
