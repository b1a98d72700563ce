import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { BrevoClient } from "@/lib/connectors/brevo/client";
import { BREVO_HOOK_EVENTS, ensureBrevoHook } from "@/lib/connectors/brevo/hooks";
import type { ShopifyClient } from "@/lib/connectors/shopify/client";
import { ensureSubscriptions } from "@/lib/connectors/shopify/hook-subscriptions";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { readCredential, saveCredential } from "@/lib/db/credentials";
import type { ConnectionInWorkspace } from "@/lib/db/inbound";
import { noteHooks } from "@/lib/db/queries/note-hooks";
import { connections, type HookCheck } from "@/lib/db/schema/connections";
import { loadWorkspaceKeys, type WorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo, openShopify } from "@/lib/ends/open-ends";
import type { Installation } from "@/lib/installation";
import { type Failure, failure } from "@/lib/runner/failures";

type Opened =
  | { kind: "shopify"; client: ShopifyClient; signed: boolean }
  | { kind: "brevo"; client: BrevoClient; secret: string };

/**
 * Looks whether the other side tells us of everything, and mends it. A shop without a secret that checks signatures gets no subscription: what cannot be verified
 * would be refused, eight times, and the subscription deleted.
 * @param appUrl where browsers and vendors reach this installation @returns whether there was something to check
 */
export async function checkHooks(at: ConnectionInWorkspace, appUrl: string, here: Installation): Promise<boolean> {
  const opened = await inWorkspace(at.workspaceId, (tx) => open(tx, at.connectionId, here));
  if (opened === null) return false;
  const check = await checkAt(opened, appUrl.replace(/\/$/, ""), at.connectionId);
  await inWorkspace(at.workspaceId, (tx) => noteHooks(tx.raw, at, check));
  return true;
}

async function open(tx: WorkspaceTx, connectionId: string, here: Installation): Promise<Opened | null> {
  // Claimed for an hour: a check that hangs is not begun anew by every tick.
  const [row] = await tx
    .update(connections)
    .set({ hooksDueAt: sql`clock_timestamp() + interval '1 hour'` })
    .where(sql`${connections.id} = ${connectionId} and ${connections.state} = 'connected'`)
    .returning({ kind: connections.kind });
  if (!row) return null;
  const keys = await loadWorkspaceKeys(tx.raw, tx.workspaceId, here.master);
  switch (row.kind) {
    case "shopify": {
      const signed = (await readCredential(tx, keys, connectionId, "client_secret")) !== null;
      return { kind: "shopify", client: (await openShopify(tx, keys, connectionId, here.policy)).client, signed };
    }
    case "brevo": {
      const secret = await hookSecret(tx, keys, connectionId);
      return { kind: "brevo", client: (await openBrevo(tx, keys, connectionId, here.policy)).client, secret };
    }
  }
}

/** Made at the first check and kept for good. */
async function hookSecret(tx: WorkspaceTx, keys: WorkspaceKeys, connectionId: string): Promise<string> {
  const known = await readCredential(tx, keys, connectionId, "hook_secret");
  if (known) return known.value;
  const value = randomBytes(32).toString("base64url");
  await saveCredential(tx, keys, { connectionId, field: "hook_secret", value });
  return value;
}

async function checkAt(opened: Opened, origin: string, connectionId: string): Promise<HookCheck> {
  if (opened.kind === "shopify" && !opened.signed) return checked("unsigned");
  if (!origin.startsWith("https://"))
    return failed(
      failure(opened.kind === "shopify" ? "source.query_refused" : "destination.request_refused", "app_url"),
    );
  if (opened.kind === "brevo") {
    const made = await ensureBrevoHook(opened.client, `${origin}/api/webhooks/brevo/${connectionId}`, opened.secret);
    return made.ok ? checked("registered", [...BREVO_HOOK_EVENTS]) : failed(made.error);
  }
  const made = await ensureSubscriptions(opened.client, `${origin}/api/webhooks/shopify`);
  if (!made.ok) return failed(made.error);
  const { topics, missing } = made.value;
  return checked(missing.length > 0 ? "failed" : "registered", topics, missing);
}

const checked = (state: HookCheck["state"], topics: string[] = [], missing: string[] = []): HookCheck => ({
  state,
  atMs: Date.now(),
  topics,
  missing,
});

const failed = (cause: Failure): HookCheck => ({ ...checked("failed"), failure: cause });
