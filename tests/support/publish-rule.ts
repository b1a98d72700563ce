import { randomUUID } from "node:crypto";
import { type Database, inWorkspace } from "@/lib/db/client";
import { saveCredential } from "@/lib/db/credentials";
import { connections } from "@/lib/db/schema/connections";
import { publications } from "@/lib/db/schema/publications";
import { syncs } from "@/lib/db/schema/syncs";
import { workspaces } from "@/lib/db/schema/workspaces";
import { createWorkspaceKeys, loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { CREDENTIAL_FIELD } from "@/lib/ends/open-ends";
import type { Installation } from "@/lib/installation";
import { publicationDigest, signDigest } from "@/lib/rules/publication";
import type { PublishedEnds, Rule } from "@/lib/rules/schema";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { DEFAULT_SETTINGS } from "@/lib/sandbox/shopify/settings";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";

export const DEMO_SHOP = "night-demo.myshopify.com";

/** A workspace with both ends connected and the rule published, as the use-cases would leave it. */
export async function publishRule(
  db: Database,
  here: Installation,
  rule: Rule,
): Promise<{ workspaceId: string; syncId: string }> {
  const workspaceId = randomUUID();
  const syncId = randomUUID();
  await inWorkspace(
    workspaceId,
    async (tx) => {
      await tx.insert(workspaces).values({ id: workspaceId, name: "W", timeZone: "Europe/Paris", isDemo: true });
      await createWorkspaceKeys(tx, here.master);
      const keys = await loadWorkspaceKeys(tx.raw, workspaceId, here.master);
      const ends = await connectBoth(tx, workspaceId, keys);
      const number = 1;
      const digest = publicationDigest(rule, ends);
      await tx.insert(syncs).values({
        id: syncId,
        workspaceId,
        name: "Customers",
        sourceConnectionId: ends.source.connectionId,
        destinationConnectionId: ends.destination.connectionId,
      });
      const [publication] = await tx
        .insert(publications)
        .values({
          ...{ workspaceId, syncId, number, rule, ends, digest },
          signature: signDigest(here.signingKey, { syncId, number, digest }),
          publishedBy: randomUUID(),
        })
        .returning({ id: publications.id });
      await tx.update(syncs).set({ state: "active", livePublicationId: publication?.id });
    },
    db,
  );
  return { workspaceId, syncId };
}

async function connectBoth(
  tx: Parameters<Parameters<typeof inWorkspace>[1]>[0],
  workspaceId: string,
  keys: Awaited<ReturnType<typeof loadWorkspaceKeys>>,
): Promise<PublishedEnds> {
  const ids = { shopify: randomUUID(), brevo: randomUUID() };
  const base = { workspaceId, state: "connected" as const };
  const identity = { shopify: `gid://shopify/Shop/${DEFAULT_SETTINGS.shop.id}`, brevo: "org" };
  await tx.insert(connections).values([
    {
      ...base,
      id: ids.shopify,
      kind: "shopify",
      name: "Shop",
      identity: identity.shopify,
      details: { demo: true, shopDomain: DEMO_SHOP },
    },
    {
      ...base,
      id: ids.brevo,
      kind: "brevo",
      name: "Brevo",
      identity: identity.brevo,
      details: { demo: true, rateTier: "extended" },
    },
  ]);
  for (const [kind, secret] of [
    ["shopify", DEMO_ACCESS_TOKEN],
    ["brevo", DEMO_API_KEY],
  ] as const)
    await saveCredential(tx, keys, { connectionId: ids[kind], field: CREDENTIAL_FIELD[kind], value: secret });
  return {
    source: {
      connectionId: ids.shopify,
      kind: "shopify",
      identity: identity.shopify,
      timeZone: "Europe/Paris",
      currency: "EUR",
    },
    destination: { connectionId: ids.brevo, kind: "brevo", identity: identity.brevo },
    sourceApiVersion: "2026-07",
  };
}
