import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as receiveBrevo } from "@/app/api/webhooks/brevo/[connection]/route";
import { inWorkspace } from "@/lib/db/client";
import { readCredential, saveCredential } from "@/lib/db/credentials";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { careForConnections } from "@/lib/dispatch/care-for-connections";
import { installation } from "@/lib/installation";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { openContext } from "@/lib/use-cases/context";
import { readPrivacyExport } from "@/lib/use-cases/privacy/read-export";
import { openDemoInstallation } from "./demo-installation";
import { type HookedShop, mintHookedShop } from "./hooked-shop";

const { db, shop: standIn, account } = await openDemoInstallation();
const DOMAIN = "night-demo.myshopify.com";
const URI = "https://app.example/api/webhooks/shopify";
let shop: HookedShop;

async function store(connectionId: string, field: string, value: string): Promise<void> {
  await inWorkspace(shop.workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, shop.workspaceId, installation().master);
    await saveCredential(tx, keys, { connectionId, field, value });
  });
}

beforeEach(async () => {
  await Promise.all([standIn.reset(), account.reset()]);
  await account.switchPlan({ limits: false });
  await db.sql`truncate inbound_events, pending, privacy_requests, suppressions, tombstones, findings cascade`;
  await db.sql`update connections set state = 'disconnected'`;
  shop = await mintHookedShop(db, { domain: DOMAIN });
  await db.sql`update connections set identity = 'gid://shopify/Shop/70000000001' where id = ${shop.connectionId}`;
  await db.sql`update connections set details = ${db.sql.json({ demo: true })} where id = ${shop.destinationId}`;
  await store(shop.connectionId, "access_token", DEMO_ACCESS_TOKEN);
  await store(shop.destinationId, "api_key", DEMO_API_KEY);
});

const care = async () => {
  await db.sql`update connections set hooks_due_at = now() - interval '1 second'`;
  await db.sql`update privacy_requests set next_at = now() - interval '1 second'`;
  return careForConnections(installation());
};
const hooksOf = async (id: string) => (await db.sql`select hooks from connections where id = ${id}`)[0]?.hooks;
const ours = async () => (await standIn.hooks()).filter(({ uri }) => uri === URI).map(({ topic }) => topic);

describe("a shop's webhooks", () => {
  it("are registered with ids and times alone, once; what Shopify deleted is made again, doubles go, others' stay", async () => {
    await care();
    const first = (await ours()).sort();
    expect(first).toEqual([
      ...["APP_SCOPES_UPDATE", "APP_UNINSTALLED", "CUSTOMERS_CREATE", "CUSTOMERS_DELETE"],
      ...["CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE", "CUSTOMERS_MARKETING_CONSENT_UPDATE", "CUSTOMERS_UPDATE"],
    ]);
    const update = (await standIn.hooks()).find(({ topic }) => topic === "CUSTOMERS_UPDATE");
    expect(update?.includeFields).toEqual(["id", "admin_graphql_api_id", "updated_at"]);
    await standIn.removeHook(update?.id ?? "");
    await standIn.putHook({ id: "90", topic: "CUSTOMERS_CREATE", uri: URI, includeFields: [] });
    await standIn.putHook({ id: "91", topic: "CUSTOMERS_CREATE", uri: "https://other.example/", includeFields: [] });
    await care();
    await care();
    expect((await ours()).sort()).toEqual(first);
    expect((await standIn.hooks()).filter(({ uri }) => uri !== URI)).toHaveLength(1);
    expect(await hooksOf(shop.connectionId)).toMatchObject({ state: "registered", missing: [] });
  });

  it("shopify-29: a subscription that is refused by user errors alone is a finding, and ends when it works", async () => {
    await standIn.putToken(DEMO_ACCESS_TOKEN, { scopes: ["read_customers", "write_orders"] });
    await care();
    expect(await hooksOf(shop.connectionId)).toMatchObject({ state: "failed" });
    expect((await hooksOf(shop.connectionId)).missing).toContain("orders/create");
    expect(await db.sql`select kind from findings where state = 'open'`).toEqual([
      { kind: "connection.hooks_missing" },
    ]);
    await standIn.putToken(DEMO_ACCESS_TOKEN, { scopes: ["read_customers"] });
    await care();
    expect(await db.sql`select 1 from findings where state = 'open'`).toHaveLength(0);
  });

  it("without a secret to check signatures with, nothing is registered", async () => {
    await db.sql`delete from credentials where connection_id = ${shop.connectionId} and field = 'client_secret'`;
    await care();
    expect(await ours()).toEqual([]);
    expect(await hooksOf(shop.connectionId)).toMatchObject({ state: "unsigned" });
  });
});

describe("Brevo's webhook", () => {
  const secret = () =>
    inWorkspace(shop.workspaceId, async (tx) => {
      const keys = await loadWorkspaceKeys(tx.raw, shop.workspaceId, installation().master);
      return (await readCredential(tx, keys, shop.destinationId, "hook_secret"))?.value ?? "";
    });

  async function tell(body: unknown, authorization: string, connection = shop.destinationId): Promise<number> {
    const request = new Request(`https://app.example/api/webhooks/brevo/${connection}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify(body),
    });
    return (await receiveBrevo(request, { params: Promise.resolve({ connection }) })).status;
  }

  it("is registered with a secret of its own, once, and what it tells is suppressed once", async () => {
    await care();
    await care();
    expect(await hooksOf(shop.destinationId)).toMatchObject({ state: "registered" });
    const bearer = `Bearer ${await secret()}`;
    const body = { event: "unsubscribe", email: "Gone@Shop.example", ts_event: 1_790_000_000, id: 5 };
    expect([await tell(body, bearer), await tell(body, bearer)]).toEqual([204, 204]);
    expect(await tell([{ ...body, event: "hard_bounce", email: "b@shop.example" }], bearer)).toBe(204);
    expect(await tell({ event: "contact_deleted", email: ["c@shop.example"], ts: 1 }, bearer)).toBe(204);
    expect(await tell({ event: "opened", email: "d@shop.example" }, bearer)).toBe(204);
    const reasons = await db.sql`select reason from suppressions where account = ${shop.account} order by 1`;
    expect(reasons.map(({ reason }) => reason)).toEqual(["contactDeleted", "hardBounce", "unsubscribed"]);
    expect(JSON.stringify(await db.sql`select * from inbound_events`)).not.toContain("shop.example");
  });

  it("without the secret, for another connection or none, it is refused; what cannot be stored asks to be sent again", async () => {
    await care();
    const body = { event: "spam", email: "a@shop.example", ts_event: 1 };
    const bearer = `Bearer ${await secret()}`;
    expect([await tell(body, "Bearer x"), await tell(body, ""), await tell(body, bearer, randomUUID())]).toEqual([
      401, 401, 401,
    ]);
    expect(await tell(body, bearer, "no-uuid")).toBe(401);
    await db.sql`alter table suppressions add constraint full_up check (reason <> 'spam') not valid`;
    expect(await tell(body, bearer)).toBe(429);
    await db.sql`alter table suppressions drop constraint full_up`;
    expect(await tell(body, bearer)).toBe(204);
    expect(await db.sql`select 1 from suppressions`).toHaveLength(1);
  });
});

describe("compliance requests", () => {
  const ask = (kind: string, recordId: string | null) =>
    db.sql`
      insert into privacy_requests (workspace_id, connection_id, kind, record_id, due_at)
      values (${shop.workspaceId}, ${shop.connectionId}, ${kind}, ${recordId}, now() + interval '30 days')`;

  async function contact(email: string): Promise<string> {
    await account.seed({ contacts: [{ email }] } as never);
    return String((await account.getContact(email)).id);
  }

  it("customers/redact: our rows and the contact in Brevo are erased, the tombstone of the webhook stays, other shoppers too", async () => {
    const mine = await contact("mine@shop.example");
    const others = await contact("other@shop.example");
    await shop.listed("1", "hash-1", { destinationId: mine });
    await shop.listed("2", "hash-2", { destinationId: others });
    await ask("customer_redact", "1");
    await care();
    expect((await account.truth()).map(({ id }) => String(id))).toEqual([others]);
    expect(await db.sql`select record_id from record_rows where sync_id = ${shop.syncId}`).toEqual([
      { record_id: "2" },
    ]);
    expect(await db.sql`select state, counts from privacy_requests`).toMatchObject([
      { state: "done", counts: { records: 1 } },
    ]);
  });

  it("customers/redact while Brevo is away: stays open, is tried again, and carried out then", async () => {
    await shop.listed("1", "hash-1", { destinationId: await contact("mine@shop.example") });
    await ask("customer_redact", "1");
    await account.schedule({ fault: "500-before-commit", match: "DELETE" });
    await care();
    expect(await db.sql`select state, attempts from privacy_requests`).toEqual([{ state: "open", attempts: 1 }]);
    expect(await db.sql`select 1 from record_rows where sync_id = ${shop.syncId}`).toHaveLength(1);
    await care();
    expect(await db.sql`select state from privacy_requests`).toEqual([{ state: "done" }]);
    expect(await account.truth()).toEqual([]);
  });

  it("customers/redact leaves a contact at whose address another customer of the shop stands", async () => {
    const shared = await contact("both@shop.example");
    await shop.listed("1", "hash-1", { destinationId: shared });
    await shop.listed("2", "hash-1", { destinationId: shared });
    await ask("customer_redact", "1");
    await care();
    expect(await account.truth()).toHaveLength(1);
    expect(await db.sql`select record_id from record_rows where sync_id = ${shop.syncId}`).toEqual([
      { record_id: "2" },
    ]);
  });

  it("customers/data_request: an owner can fetch what we know, sealed until then; a viewer and a stranger cannot", async () => {
    await shop.listed("1", "hash-1", { destinationId: "77" });
    await ask("data_request", "1");
    await care();
    const [row] = await db.sql`select id, encode(sealed_export, 'escape') as sealed from privacy_requests`;
    expect(row?.sealed).not.toContain("brevoContactId");
    const [user] =
      await db.sql`insert into users (name, email) values ('P', ${`${randomUUID()}@example.com`}) returning id`;
    const person = { id: user?.id, name: "P", email: "p@example.com", signedInAtMs: Date.now() };
    await db.sql`insert into members (workspace_id, user_id, role) values (${shop.workspaceId}, ${user?.id}, 'viewer')`;
    const fetched = async () => {
      const context = await openContext(person, shop.workspaceId);
      if (!context) throw new Error("no context");
      return readPrivacyExport(context, { requestId: row?.id });
    };
    expect(await fetched()).toMatchObject({ ok: false, error: { kind: "forbidden" } });
    await db.sql`update members set role = 'owner' where user_id = ${user?.id}`;
    expect(await fetched()).toMatchObject({
      ok: true,
      value: { shopifyCustomerId: "1", records: [{ brevoContactId: "77" }] },
    });
    expect(await db.sql`select kind from findings where state = 'open'`).toEqual([{ kind: "privacy.data_request" }]);
  });

  it("shop/redact: nothing that was read from the shop is left, and its secrets neither", async () => {
    await shop.listed("1", "hash-1");
    await ask("shop_redact", null);
    await care();
    expect(await db.sql`select 1 from record_rows where sync_id = ${shop.syncId}`).toHaveLength(0);
    expect(await db.sql`select 1 from credentials where connection_id = ${shop.connectionId}`).toHaveLength(0);
    expect(await db.sql`select state from connections where id = ${shop.connectionId}`).toEqual([
      { state: "disconnected" },
    ]);
  });
});
