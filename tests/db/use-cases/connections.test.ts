import { beforeEach, describe, expect, it } from "vitest";
import { createUser } from "@/lib/auth/create-user";
import { inWorkspace } from "@/lib/db/client";
import { readCredential } from "@/lib/db/credentials";
import type { Role } from "@/lib/db/schema/workspaces";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { generateDemoShop } from "@/lib/demo/shop/generate";
import { installation } from "@/lib/installation";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { connectBrevo } from "@/lib/use-cases/connections/connect-brevo";
import { connectShopify } from "@/lib/use-cases/connections/connect-shopify";
import { disconnect } from "@/lib/use-cases/connections/disconnect";
import { listConnections } from "@/lib/use-cases/connections/list-connections";
import { testConnection } from "@/lib/use-cases/connections/test-connection";
import { type Context, openContext } from "@/lib/use-cases/context";
import { connectDemoAccount, connectDemoShop } from "@/lib/use-cases/sandbox/connect-demo";
import { createWorkspace } from "@/lib/use-cases/workspaces/create-workspace";
import { openDemoInstallation } from "./demo-installation";

const { db, shop, account } = await openDemoInstallation();
const domain = "night-demo.myshopify.com";
const good = { by: "token" as const, shopDomain: domain, accessToken: DEMO_ACCESS_TOKEN };
let serial = 0;

/** Each test mints its tenant. */
async function tenant(role: Role = "owner"): Promise<Context> {
  serial += 1;
  const email = `person${serial}@example.com`;
  const created = await createUser({ email, name: "Person", password: "correct horse battery" });
  if (!created.ok) throw new Error(created.error);
  const workspaceId = await createWorkspace(created.value, { name: "Shop", zone: "UTC" });
  await db.sql`update members set role = ${role} where workspace_id = ${workspaceId}`;
  const context = await openContext({ id: created.value, name: "P", email, signedInAtMs: Date.now() }, workspaceId);
  if (!context) throw new Error("no context");
  return context;
}

const idOf = (result: Awaited<ReturnType<typeof connectShopify>>) => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.connectionId;
};

async function listed(context: Context) {
  const list = await listConnections(context, {});
  if (!list.ok) throw new Error(list.error.code);
  return list.value;
}

async function secretOf(context: Context, id: string, field: string) {
  return inWorkspace(context.workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, context.workspaceId, installation().master);
    return readCredential(tx, keys, id, field);
  });
}

beforeEach(async () => {
  await Promise.all([shop.reset(), account.reset()]);
  await shop.importCustomers(generateDemoShop({ endingAt: new Date(), count: 20 }));
});

describe("connecting a shop", () => {
  it("keeps who it is and what it may see; the token is sealed and in no answer", async () => {
    const context = await tenant();
    const result = await connectShopify(context, { ...good, shopDomain: `https://${domain.toUpperCase()}/admin` });
    const [view, ...others] = await listed(context);
    expect(others).toEqual([]);
    expect(view).toMatchObject({
      ...{ kind: "shopify", name: "Night Demo", health: "connected", identity: "gid://shopify/Shop/70000000001" },
      ...{ shopDomain: domain, demo: true, scopes: ["read_customers"], missingScopes: [], currency: "EUR", usedBy: [] },
    });
    const stored = JSON.stringify([await db.sql`select * from connections`, await db.sql`select * from activity`]);
    for (const text of [JSON.stringify([result, view]), stored]) expect(text).not.toContain(DEMO_ACCESS_TOKEN);
    expect((await secretOf(context, idOf(result), "access_token"))?.value).toBe(DEMO_ACCESS_TOKEN);
  });

  it("tells a bad token, an unknown shop, a missing scope and a silent shop apart", async () => {
    const context = await tenant();
    await shop.putToken("shpat_without_scope", { scopes: ["read_products"] });
    const badToken = await connectShopify(context, { ...good, accessToken: "shpat_nobody_knows_this" });
    const badDomain = await connectShopify(context, { ...good, shopDomain: "example.com" });
    const unknown = await connectShopify(context, { ...good, shopDomain: "other-shop.myshopify.com" });
    const scope = await connectShopify(context, { ...good, accessToken: "shpat_without_scope" });
    await shop.schedule({ fault: "edge-5xx", times: "forever" });
    const silent = await connectShopify(context, good);
    expect([badToken, badDomain, unknown, scope, silent].map((result) => !result.ok && result.error)).toMatchObject([
      { fields: { accessToken: { code: "connections.token_refused" } } },
      { fields: { shopDomain: { code: "connections.shop_domain" } } },
      { fields: { shopDomain: { code: "connections.shop_unknown" } } },
      { code: "connections.scopes_missing", params: { scopes: "read_customers" } },
      { kind: "unavailable", code: "failures.source_unavailable" },
    ]);
    expect(await listed(context)).toEqual([]);
  });

  it("renews the token of the same shop: one connection, the old token gone, streaks of its syncs begin anew", async () => {
    const context = await tenant();
    const id = idOf(await connectShopify(context, good));
    const [sync] = await db.sql`
      insert into syncs (workspace_id, name, source_connection_id, changed_at)
      values (${context.workspaceId}, 'S', ${id}, '2020-01-01') returning id`;
    await shop.putToken(DEMO_ACCESS_TOKEN, { state: "revoked" });
    await testConnection(context, { connectionId: id });
    expect(await listed(context)).toMatchObject([{ health: "refused", lastError: "source.credential" }]);
    await shop.putToken("shpat_fresh_token", { scopes: ["read_customers"], state: "live" });
    expect(idOf(await connectShopify(context, { ...good, accessToken: "shpat_fresh_token" }))).toBe(id);
    expect(await listed(context)).toMatchObject([
      { id, health: "connected", lastError: null, usedBy: [{ id: sync?.id, name: "S", state: "draft" }] },
    ]);
    expect((await secretOf(context, id, "access_token"))?.value).toBe("shpat_fresh_token");
    expect(await db.sql`select 1 from credentials where connection_id = ${id}`).toHaveLength(1);
    const [changed] = await db.sql`select changed_at > now() - interval '1 minute' as anew from syncs`;
    expect(changed?.anew).toBe(true);
  });

  it("makes one connection when two people connect the same shop at once, and another for another shop", async () => {
    const context = await tenant();
    const ids = (await Promise.all([1, 2, 3].map(() => connectShopify(context, good)))).map(idOf);
    expect(new Set(ids).size).toBe(1);
    await shop.changeSettings({ shop: { id: "70000000002", myshopifyDomain: "second.myshopify.com" } });
    const second = idOf(await connectShopify(context, { ...good, shopDomain: "second.myshopify.com" }));
    expect((await listed(context)).map(({ id }) => id)).toEqual([ids[0], second]);
  });
});

describe("connecting a shop by an app", () => {
  const byApp = { by: "app" as const, shopDomain: domain, clientId: "client-id-1", clientSecret: "a-client-secret" };

  it("takes a token for the app's credentials, keeps what renews it, and the token of a custom app can take its place", async () => {
    const context = await tenant();
    await shop.putApp(byApp.clientId, { grant: "refresh_token" });
    const id = idOf(await connectShopify(context, byApp));
    expect(await listed(context)).toMatchObject([{ id, health: "connected", renewed: true }]);
    expect((await secretOf(context, id, "access_token"))?.expiresAt).toBeInstanceOf(Date);
    expect((await secretOf(context, id, "refresh_token"))?.value).toBe("shprt_client-id-1_1");
    expect(idOf(await connectShopify(context, good))).toBe(id);
    expect(await listed(context)).toMatchObject([{ renewed: false }]);
    expect(await secretOf(context, id, "refresh_token")).toBeNull();
    expect((await secretOf(context, id, "client_secret"))?.value).toBe("a-client-secret");
  });

  it("tells an unknown app, a wrong secret and a missing right apart", async () => {
    const context = await tenant();
    const unknown = await connectShopify(context, { ...byApp, clientId: "nobody-knows" });
    await shop.putApp(byApp.clientId, { scopes: ["read_products"] });
    const secret = await connectShopify(context, { ...byApp, clientSecret: "another-secret" });
    const scope = await connectShopify(context, byApp);
    expect([unknown, secret, scope].map((result) => !result.ok && result.error)).toMatchObject([
      { fields: { clientId: { code: "connections.app_unknown" } } },
      { fields: { clientSecret: { code: "connections.app_secret_refused" } } },
      { code: "connections.scopes_missing", params: { scopes: "read_customers" } },
    ]);
    expect(await listed(context)).toEqual([]);
  });
});

describe("connecting Brevo", () => {
  it("keeps company, plan and rates", async () => {
    const context = await tenant();
    const id = idOf(await connectBrevo(context, { apiKey: DEMO_API_KEY }));
    expect(await listed(context)).toMatchObject([
      { id, kind: "brevo", health: "connected", rates: { contactsPerSecond: 10, othersPerHour: 100 } },
    ]);
    expect(JSON.stringify(await listed(context))).not.toContain(DEMO_API_KEY);
  });

  it("tells a bad key from a good one that comes from an unknown address", async () => {
    const context = await tenant();
    const bad = await connectBrevo(context, { apiKey: "xkeysib-of-nobody" });
    await account.switchKey("ip-refuse");
    const address = await connectBrevo(context, { apiKey: DEMO_API_KEY });
    expect([bad, address].map((result) => !result.ok && result.error)).toMatchObject([
      { fields: { apiKey: { code: "connections.key_refused" } } },
      { code: "failures.destination_ip_refused" },
    ]);
    expect(await listed(context)).toEqual([]);
  });
});

describe("who may", () => {
  it("a viewer sees, and does nothing else", async () => {
    const context = await tenant("viewer");
    const connectionId = crypto.randomUUID();
    const refused = await Promise.all([
      connectShopify(context, good),
      connectBrevo(context, { apiKey: DEMO_API_KEY }),
      connectDemoShop(context),
      connectDemoAccount(context),
      testConnection(context, { connectionId }),
      disconnect(context, { connectionId }),
    ]);
    expect(refused.map((result) => !result.ok && result.error.kind)).toEqual(Array(6).fill("forbidden"));
    expect((await listConnections(context, {})).ok).toBe(true);
  });

  it("an editor whose sign-in is old is asked again before a secret is taken", async () => {
    const context = await tenant("editor");
    const old = { ...context, user: { ...context.user, signedInAtMs: Date.now() - 11 * 60_000 } };
    for (const result of [await connectShopify(old, good), await connectBrevo(old, { apiKey: DEMO_API_KEY })])
      expect(result).toMatchObject({ ok: false, error: { kind: "sign_in_again" } });
  });

  it("another workspace's connection is as unknown as one that never was", async () => {
    const [mine, theirs] = [await tenant(), await tenant()];
    const connectionId = idOf(await connectShopify(theirs, good));
    const unknown = { ok: false, error: { kind: "not_found", code: "not_found" } };
    for (const id of [connectionId, crypto.randomUUID()]) {
      expect(await testConnection(mine, { connectionId: id })).toEqual(unknown);
      expect(await disconnect(mine, { connectionId: id })).toEqual(unknown);
    }
    expect(await listed(mine)).toEqual([]);
    expect(await listed(theirs)).toMatchObject([{ id: connectionId, health: "connected" }]);
  });
});

describe("testing a connection", () => {
  it("tries each operation and says which failed", async () => {
    const context = await tenant();
    const connectionId = idOf(await connectDemoShop(context));
    expect(await testConnection(context, { connectionId })).toEqual({
      ok: true,
      value: {
        Probe: "passed",
        CustomersPage: "passed",
        CustomersPageById: "passed",
        CustomersByIds: "passed",
        CustomersCount: "passed",
      },
    });
    await shop.schedule({ fault: "denied-scope", match: "CustomersByIds" });
    expect(await testConnection(context, { connectionId })).toMatchObject({
      value: { CustomersPage: "passed", CustomersByIds: "source.scope", CustomersCount: "passed" },
    });
    expect(await listed(context)).toMatchObject([{ health: "refused", lastError: "source.scope" }]);
    await testConnection(context, { connectionId });
    expect(await listed(context)).toMatchObject([{ health: "connected", lastError: null }]);
  });

  it("breaks a connection whose token reaches another shop now", async () => {
    const context = await tenant();
    const connectionId = idOf(await connectDemoShop(context));
    await shop.changeSettings({ shop: { id: "70000000009" } });
    await testConnection(context, { connectionId });
    expect(await listed(context)).toMatchObject([{ health: "broken", lastError: "source.identity_differs" }]);
  });

  it("finds an account by its reads, and follows the stand-ins to another port", async () => {
    const context = await tenant();
    const connectionId = idOf(await connectDemoAccount(context));
    expect(await testConnection(context, { connectionId })).toEqual({
      ok: true,
      value: { account: "passed", attributes: "passed", lists: "passed" },
    });
    const [row] = await db.sql`select details from connections where id = ${connectionId}`;
    expect(JSON.stringify(row?.details)).not.toMatch(/127\.0\.0\.1|http/);
    await account.switchKey("expire");
    expect(await testConnection(context, { connectionId })).toMatchObject({
      value: { account: "destination.credential" },
    });
  });
});

describe("disconnecting", () => {
  it("forgets the secret, is refused while a published sync needs it, and connecting revives the same one", async () => {
    const context = await tenant();
    const connectionId = idOf(await connectDemoShop(context));
    await db.sql`insert into syncs (workspace_id, name, source_connection_id, state, paused_at)
      values (${context.workspaceId}, 'Newsletter', ${connectionId}, 'paused', now())`;
    expect(await disconnect(context, { connectionId })).toMatchObject({
      error: { code: "connections.in_use", params: { sync: "Newsletter" } },
    });
    await db.sql`update syncs set state = 'draft', paused_at = null where workspace_id = ${context.workspaceId}`;
    expect(await disconnect(context, { connectionId })).toEqual({ ok: true, value: { connectionId } });
    expect(await secretOf(context, connectionId, "access_token")).toBeNull();
    expect(await listed(context)).toMatchObject([{ health: "disconnected" }]);
    expect(await testConnection(context, { connectionId })).toMatchObject({
      error: { code: "connections.disconnected" },
    });
    expect(idOf(await connectDemoShop(context))).toBe(connectionId);
    expect(await listed(context)).toMatchObject([{ health: "connected" }]);
  });
});
