import { createHmac, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/webhooks/shopify/route";
import { inWorkspace } from "@/lib/db/client";
import { saveCredential } from "@/lib/db/credentials";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { addressHash } from "@/lib/runner/ledger";
import { openDemoInstallation } from "./demo-installation";
import { type HookedShop, mintHookedShop, SIGNING_SECRET } from "./hooked-shop";

const { db } = await openDemoInstallation();
let shop: HookedShop;
beforeEach(async () => {
  await db.sql`truncate inbound_events, pending, privacy_requests, suppressions, tombstones, findings cascade`;
  shop = await mintHookedShop(db);
});

interface Delivery {
  topic: string;
  body: unknown;
  eventId?: string;
  domain?: string;
  secret?: string;
  signature?: string;
  raw?: string;
  triggeredAt?: string;
}

/** Signs and delivers as Shopify does. @returns the status */
async function deliver({ topic, body, raw = JSON.stringify(body), ...more }: Delivery): Promise<number> {
  const signature =
    more.signature ??
    createHmac("sha256", more.secret ?? SIGNING_SECRET)
      .update(raw)
      .digest("base64");
  const headers: Record<string, string> = {
    ...{ "content-type": "application/json", "x-shopify-topic": topic, "x-shopify-hmac-sha256": signature },
    ...{ "x-shopify-shop-domain": more.domain ?? shop.domain, "x-shopify-event-id": more.eventId ?? randomUUID() },
    ...(more.triggeredAt ? { "x-shopify-triggered-at": more.triggeredAt } : {}),
  };
  const request = new Request("https://app.example/api/webhooks/shopify", { method: "POST", headers, body: raw });
  return (await POST(request)).status;
}

const pending = () =>
  db.sql<{ id: string; mark: number; cause: string; withdrawal: boolean }[]>`
    select record_id as id, mark, cause, withdrawal from pending order by record_id`;

const customer = (id: number | string, more = {}) => ({ id, ...more });

describe("who may tell us something", () => {
  it("a bad signature, one of odd length, none, an unknown shop and no shop at all are one and the same refusal", async () => {
    const body = customer(1);
    const wrong = createHmac("sha256", "another").update(JSON.stringify(body)).digest("base64");
    const topic = "customers/update";
    for (const signature of [wrong, "", "x", "Zm9v", "!!!", "a".repeat(9_999), wrong.slice(2)])
      expect(await deliver({ topic, body, signature })).toBe(401);
    expect(await deliver({ topic, body, domain: "unknown.myshopify.com" })).toBe(401);
    expect(await deliver({ topic, body, domain: "https://evil.example" })).toBe(401);
    expect(await pending()).toEqual([]);
    expect(await db.sql`select 1 from inbound_events`).toHaveLength(0);
  });

  it("shopify-37: the signature is over the raw bytes, an ampersand or another spacing included", async () => {
    const raw = '{ "id":5,  "note":"fish \\u0026 chips & more" }';
    expect(await deliver({ topic: "customers/update", body: null, raw })).toBe(200);
    const signature = createHmac("sha256", SIGNING_SECRET)
      .update(JSON.stringify(JSON.parse(raw)))
      .digest("base64");
    expect(await deliver({ topic: "customers/update", body: null, raw, signature })).toBe(401);
  });

  it("while a secret is rotated the old one is taken for a week, and no longer", async () => {
    await inWorkspace(shop.workspaceId, async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, shop.workspaceId, installation().master);
      await saveCredential(tx, keys, { connectionId: shop.connectionId, field: "client_secret", value: "the-new-one" });
    });
    const send = (secret: string) => deliver({ topic: "customers/update", body: customer(1), secret });
    expect([await send("the-new-one"), await send(SIGNING_SECRET)]).toEqual([200, 200]);
    await db.sql`update credentials set created_at = now() - interval '8 days' where field = 'client_secret'`;
    expect([await send("the-new-one"), await send(SIGNING_SECRET)]).toEqual([200, 401]);
  });

  it("a connection whose shop's app is another one is not touched by this one's signature", async () => {
    const other = await mintHookedShop(db, { domain: shop.domain, secret: "of-another-app" });
    expect(await deliver({ topic: "customers/update", body: customer(7) })).toBe(200);
    const rows = await db.sql`select sync_id from pending`;
    expect(rows.map((row) => row.sync_id)).toEqual([shop.syncId]);
    expect(other.syncId).not.toBe(shop.syncId);
  });
});

describe("records that are named", () => {
  it("become pending once with cause hook, and the schedule is woken", async () => {
    await db.sql`update syncs set next_run_at = now() + interval '1 hour' where id = ${shop.syncId}`;
    await deliver({ topic: "customers/update", body: customer(1, { updated_at: "2026-11-30T08:00:00-05:00" }) });
    expect(await pending()).toEqual([{ id: "1", mark: 1, cause: "hook", withdrawal: false }]);
    const [woken] = await db.sql`
      select next_run_at < now() + interval '10 seconds' as soon, epoch_ms(seen_at) as seen
      from syncs join pending on sync_id = id where id = ${shop.syncId}`;
    expect(woken).toEqual({ soon: true, seen: Date.parse("2026-11-30T13:00:00Z") });
  });

  it("shopify-26 and shopify-59: an id beyond 2^53 stays what it is, in a number and in a gid", async () => {
    await deliver({
      topic: "customers/update",
      body: null,
      raw: '{"id":9007199254740993,"note":"\\"9007199254740995\\""}',
    });
    await deliver({
      topic: "customers/merge",
      body: {
        admin_graphql_api_customer_kept_id: "gid://shopify/Customer/18446744073709551615",
        admin_graphql_api_customer_deleted_id: "gid://shopify/Customer/9007199254740997",
      },
    });
    expect((await pending()).map(({ id }) => id).sort()).toEqual([
      "18446744073709551615",
      "9007199254740993",
      "9007199254740997",
    ]);
  });

  it("shopify-28 and shopify-33: the same event is taken once, however often and by however many at once; another event counts anew", async () => {
    const eventId = randomUUID();
    const send = () => deliver({ topic: "customers/update", body: customer(1), eventId });
    expect(new Set(await Promise.all(Array.from({ length: 20 }, send)))).toEqual(new Set([200]));
    expect(await pending()).toMatchObject([{ id: "1", mark: 1 }]);
    await deliver({ topic: "customers/update", body: customer(1) });
    expect(await pending()).toMatchObject([{ id: "1", mark: 2 }]);
  });

  it("shopify-38: a payload without the fields we hoped for is taken, and changes nothing or what it can", async () => {
    expect(await deliver({ topic: "customers/delete", body: { id: 4 } })).toBe(200);
    expect(await deliver({ topic: "customers/update", body: { name: "no id" } })).toBe(200);
    expect(await deliver({ topic: "customers/update", body: null, raw: "not json" })).toBe(200);
    expect(await deliver({ topic: "products/update", body: { id: 1 } })).toBe(200);
    expect((await pending()).map(({ id }) => id)).toEqual(["4"]);
  });

  it("a withdrawal of somebody we have listed goes first; of somebody we have not, it is one change like another", async () => {
    await shop.listed("1", "hash-1");
    const body = (id: number, state: string) => ({
      customer_id: id,
      email_address: "a@b.cd",
      email_marketing_consent: { state },
    });
    const topic = "customers_email_marketing_consent/update";
    await deliver({ topic, body: body(1, "unsubscribed") });
    await deliver({ topic, body: body(2, "unsubscribed") });
    await deliver({ topic, body: body(3, "subscribed") });
    expect((await pending()).map(({ id, withdrawal }) => [id, withdrawal])).toEqual([
      ["1", true],
      ["2", false],
      ["3", false],
    ]);
    expect(JSON.stringify(await db.sql`select * from inbound_events`)).not.toContain("a@b.cd");
  });

  it("what was read by id after that very change is not queued again", async () => {
    await shop.listed("1", "hash-1", { sourceUpdatedAt: "2026-11-30T08:00:00Z", readAt: "2026-11-30T08:03:00Z" });
    await deliver({ topic: "customers/update", body: customer(1, { updated_at: "2026-11-30T08:00:00Z" }) });
    expect(await pending()).toEqual([]);
    await deliver({ topic: "customers/update", body: customer(1, { updated_at: "2026-11-30T08:00:01Z" }) });
    expect(await pending()).toHaveLength(1);
  });
});

describe("the app itself", () => {
  it("removed from the shop: the connection ends, its tokens are gone, the secret stays for shop/redact, and people are told", async () => {
    expect(await deliver({ topic: "app/uninstalled", body: { id: 1 } })).toBe(200);
    const [row] = await db.sql`select state from connections where id = ${shop.connectionId}`;
    expect(row?.state).toBe("disconnected");
    const left = await db.sql`select field from credentials where connection_id = ${shop.connectionId}`;
    expect(left.map(({ field }) => field)).toEqual(["client_secret"]);
    expect(await db.sql`select kind, severity from findings`).toMatchObject([
      { kind: "connection.uninstalled", severity: "critical" },
    ]);
    expect(await deliver({ topic: "shop/redact", body: { shop_id: 1, shop_domain: shop.domain } })).toBe(200);
  });

  it("told late, after it was connected again, changes nothing", async () => {
    await db.sql`update connections set checked_at = now() where id = ${shop.connectionId}`;
    await deliver({
      topic: "app/uninstalled",
      body: { id: 1 },
      triggeredAt: new Date(Date.now() - 60_000).toISOString(),
    });
    const [row] = await db.sql`select state from connections where id = ${shop.connectionId}`;
    expect(row?.state).toBe("connected");
  });

  it("its scopes changed: the page knows, and what is missing", async () => {
    await deliver({ topic: "app/scopes_update", body: { current: ["read_products"], previous: [], shop_id: "x" } });
    const [row] = await db.sql`select details from connections where id = ${shop.connectionId}`;
    expect(row?.details).toMatchObject({ scopes: ["read_products"], missingScopes: ["read_customers"] });
  });
});

describe("a redaction", () => {
  it("stops the shopper at once: tombstone and suppressions, under every address key, and the address itself is stored nowhere", async () => {
    await shop.listed("5", "hash-of-before");
    const email = "Anna.Example@shop.example";
    await deliver({
      topic: "customers/redact",
      body: { customer: { id: 5, email, phone: "1" }, orders_to_redact: [] },
    });
    const hash = await inWorkspace(shop.workspaceId, async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, shop.workspaceId, installation().master);
      return addressHash(keys.address[0]?.key ?? new Uint8Array(), email.toLowerCase());
    });
    expect(await db.sql`select source, account, record_id, reason from tombstones`).toEqual([
      { source: shop.identity, account: shop.account, record_id: "5", reason: "redacted" },
    ]);
    const hashes = await db.sql`select address_hash from suppressions order by 1`;
    expect(hashes.map((row) => row.address_hash).sort()).toEqual([hash, "hash-of-before"].sort());
    const all = JSON.stringify([
      await db.sql`select * from privacy_requests`,
      await db.sql`select * from inbound_events`,
    ]);
    expect(all.toLowerCase()).not.toContain("anna.example");
  });
});

describe("1,000 deliveries", () => {
  it("duplicates, disorder, bad signatures, unknown shops and big ids at once: exactly the right effects", async () => {
    const base = 9_007_199_254_740_000n;
    const wanted = new Map<string, number>();
    const deliveries: Delivery[] = [];
    for (let n = 0; n < 500; n += 1) {
      const id = String(base + BigInt(n % 200));
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
      const event = { topic: "customers/update", body: null, raw: `{"id":${id}}`, eventId: `event-${n}` };
      deliveries.push(event);
      if (n % 2 === 0) deliveries.push(event);
    }
    for (let n = 0; n < 125; n += 1) {
      deliveries.push({ topic: "customers/update", body: customer(n + 1), secret: "forged", eventId: `event-${n}` });
      deliveries.push({ topic: "customers/update", body: customer(n + 1), domain: `nobody-${n}.myshopify.com` });
    }
    // Disorder that is the same every time.
    deliveries.sort((left, right) => mix(left) - mix(right));
    const statuses = new Map<number, number>();
    for (let at = 0; at < deliveries.length; at += 25) {
      const answered = await Promise.all(deliveries.slice(at, at + 25).map(deliver));
      for (const status of answered) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(deliveries).toHaveLength(1_000);
    expect(Object.fromEntries(statuses)).toEqual({ 200: 750, 401: 250 });
    expect(new Map((await pending()).map(({ id, mark }) => [id, mark]))).toEqual(wanted);
    expect(await db.sql`select 1 from inbound_events`).toHaveLength(500);
  });
});

const mix = ({ eventId = "", raw = "", domain = "" }: Delivery): number =>
  createHmac("sha256", "order").update(`${eventId}${raw}${domain}`).digest().readUInt32BE(0);
