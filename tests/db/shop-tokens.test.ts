import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { probeShopify } from "@/lib/connectors/shopify/probe";
import { type Database, inWorkspace, openDatabase } from "@/lib/db/client";
import { readCredentials, saveCredential } from "@/lib/db/credentials";
import { saveTokenPair } from "@/lib/db/shop-tokens";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { createTokenSupply } from "@/lib/ends/renew-shop-token";
import { systemClock } from "@/lib/ends/system-clock";
import { createSandboxControl } from "@/lib/sandbox/client";
import { startSandbox } from "@/lib/sandbox/server";
import type { ShopifyAppEdit } from "@/lib/sandbox/shopify/apps";
import { dbWorld, mintSync } from "./world";

const SECRET = "control-secret-of-a-test";
const world = await dbWorld();
const sandbox = await startSandbox({ apiPort: 0, controlPort: 0, controlSecret: SECRET });
const { shopify: shop } = createSandboxControl({ controlUrl: sandbox.controlUrl, secret: SECRET });
afterAll(() => sandbox.close());
beforeEach(() => shop.reset());

const CLIENT_ID = "client-id-of-a-test";
let stored: { workspaceId: string; connectionId: string };

/** An app in the shop and a connection that has its first pair; `expiresInMs` from now. */
async function installed(edit: ShopifyAppEdit, expiresInMs = -1): Promise<void> {
  const { workspaceId, syncId } = await mintSync(world);
  const [row] = await world.owner`select source_connection_id as id from syncs where id = ${syncId}`;
  stored = { workspaceId, connectionId: row?.id };
  await shop.putApp(CLIENT_ID, edit);
  const granted = await fetch(`${sandbox.apiUrl}/shopify/night-demo.myshopify.com/admin/oauth/access_token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: CLIENT_ID,
      client_secret: "a-client-secret",
    }).toString(),
  });
  const first = (await granted.json()) as { access_token: string; refresh_token?: string };
  await inWorkspace(
    workspaceId,
    async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, workspaceId, world.master);
      const { connectionId } = stored;
      await saveCredential(tx, keys, { connectionId, field: "client_id", value: CLIENT_ID });
      await saveCredential(tx, keys, { connectionId, field: "client_secret", value: "a-client-secret" });
      await saveTokenPair(tx, keys, connectionId, {
        accessToken: first.access_token,
        refreshToken: first.refresh_token ?? null,
        expiresAtMs: Date.now() + expiresInMs,
      });
    },
    world.db,
  );
}

async function supplyOver(db: Database, fresh = false) {
  const keys = await inWorkspace(
    stored.workspaceId,
    (tx) => loadWorkspaceKeys(tx.raw, stored.workspaceId, world.master),
    db,
  );
  const baseUrl = `${sandbox.apiUrl}/shopify/night-demo.myshopify.com`;
  return createTokenSupply({ db, keys, ...stored, baseUrl, allowLoopback: true, nowMs: systemClock.nowMs, fresh });
}

async function clientOver(db: Database) {
  const baseUrl = `${sandbox.apiUrl}/shopify/night-demo.myshopify.com`;
  return createShopifyClient({
    ...{ baseUrl, accessToken: await supplyOver(db), shopId: null, clock: systemClock, allowLoopback: true },
  });
}

const kept = (field: string) =>
  inWorkspace(
    stored.workspaceId,
    async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, stored.workspaceId, world.master);
      return (await readCredentials(tx, keys, stored.connectionId, field)).map(({ value }) => value);
    },
    world.db,
  );

const grants = async () => (await shop.journal()).entries.filter(({ call }) => call === "TokenGrant").length - 1;

describe("renewing a shop's token", () => {
  it.each(["client_credentials", "refresh_token"] as const)(
    "100 callers in five processes make one request (%s)",
    async (grant) => {
      await installed({ grant });
      const pools = [1, 2, 3, 4, 5].map(() => openDatabase(world.url, { connections: 3 }));
      const supplies = await Promise.all(Array.from({ length: 100 }, (_, at) => supplyOver(pools[at % 5] as Database)));
      const tokens = await Promise.all(supplies.map((supply) => supply.current()));
      await Promise.all(pools.map((pool) => pool.$client.end({ timeout: 1 })));
      expect(new Set(tokens.map((token) => token.ok && token.value))).toEqual(new Set([`shpat_${CLIENT_ID}_2`]));
      expect(await grants()).toBe(1);
      expect(await kept("access_token")).toEqual([`shpat_${CLIENT_ID}_2`]);
    },
  );

  it("a token that is still good asks nobody", async () => {
    await installed({}, 3_600_000);
    expect(await (await supplyOver(world.db)).current()).toEqual({ ok: true, value: `shpat_${CLIENT_ID}_1` });
    expect(await grants()).toBe(0);
  });

  it("a fresh one is asked for however long the stored one lasts, once", async () => {
    await installed({}, 3_600_000);
    const supply = await supplyOver(world.db, true);
    for (let n = 0; n < 2; n++) expect(await supply.current()).toEqual({ ok: true, value: `shpat_${CLIENT_ID}_2` });
    expect(await grants()).toBe(1);
  });

  it("the old refresh token stays until the new pair has worked, and then goes", async () => {
    await installed({ grant: "refresh_token" });
    const supply = await supplyOver(world.db);
    const token = await supply.current();
    expect(await kept("refresh_token")).toEqual([`shprt_${CLIENT_ID}_2`, `shprt_${CLIENT_ID}_1`]);
    await supply.worked(token.ok ? token.value : "");
    expect(await kept("refresh_token")).toEqual([`shprt_${CLIENT_ID}_2`]);
  });

  it.each([true, false])(
    "a renewal whose answer was lost is recovered (Shopify keeps a used refresh token: %s)",
    async (keepsUsedRefresh) => {
      await installed({ grant: "refresh_token", keepsUsedRefresh, loseAnswers: 0 });
      await shop.putApp(CLIENT_ID, { loseAnswers: 1 });
      const client = await clientOver(world.db);
      const lost = await probeShopify({ client, clock: systemClock });
      expect(!lost.ok && lost.error).toMatchObject({ code: "source.unavailable", outage: true });
      expect(await kept("refresh_token")).toEqual([`shprt_${CLIENT_ID}_1`]);
      const again = await probeShopify({ client, clock: systemClock });
      expect(again.ok && again.value.missingScopes).toEqual([]);
      expect(await kept("refresh_token")).toEqual([`shprt_${CLIENT_ID}_3`]);
    },
  );

  it("a pair that could not be saved is asked for again: what failed in Postgres changed nothing", async () => {
    await installed({ grant: "refresh_token" });
    await world.owner`alter table credentials add constraint nothing_new check (version < 2) not valid`;
    await expect((await supplyOver(world.db)).current()).rejects.toThrow();
    expect(await kept("refresh_token")).toEqual([`shprt_${CLIENT_ID}_1`]);
    await world.owner`alter table credentials drop constraint nothing_new`;
    expect((await (await supplyOver(world.db)).current()).ok).toBe(true);
    expect(await kept("refresh_token")).toEqual([`shprt_${CLIENT_ID}_3`, `shprt_${CLIENT_ID}_1`]);
  });

  it("a token refused before its time is renewed once, and the call goes through", async () => {
    await installed({}, 3_600_000);
    await shop.putToken(`shpat_${CLIENT_ID}_1`, { state: "revoked" });
    const probe = await probeShopify({ client: await clientOver(world.db), clock: systemClock });
    expect(probe.ok).toBe(true);
    expect(await grants()).toBe(1);
  });

  it("an app that was removed from the shop is a refused credential, not an outage", async () => {
    await installed({});
    await shop.putApp(CLIENT_ID, { secrets: [randomBytes(12).toString("hex")] });
    const probe = await probeShopify({ client: await clientOver(world.db), clock: systemClock });
    expect(!probe.ok && probe.error).toMatchObject({ code: "source.credential", detail: "invalid_client" });
  });

  it("shopify-23: an answer without a lifetime is not taken for a token that lasts", async () => {
    await installed({ saysLifetime: false });
    await (await supplyOver(world.db)).current();
    const [row] = await world.owner`
      select expires_at between now() + interval '50 minutes' and now() + interval '61 minutes' as an_hour
      from credentials where connection_id = ${stored.connectionId} and field = 'access_token'`;
    expect(row?.an_hour).toBe(true);
  });
});
