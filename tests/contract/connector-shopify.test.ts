import { describe, expect, it } from "vitest";
import { probeShopify } from "@/lib/connectors/shopify/probe";
import type { ListRow, Source, WalkKind } from "@/lib/runner/reading-ports";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { connectShopify, openSandbox } from "./connector-stand-ins";

const SUBSCRIBED = {
  marketingState: "SUBSCRIBED",
  marketingOptInLevel: "SINGLE_OPT_IN",
  marketingUpdatedAt: "2026-01-15T10:00:00Z",
};
const customers = (count: number): CustomerInput[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(7_000_000_000_001 + index),
    updatedAt: new Date(Date.UTC(2026, 1, 1) + index * 1000).toISOString().replace(".000", ""),
    firstName: `Ann ${index}`,
    email: {
      address: `ann${index}@example.test`,
      ...SUBSCRIBED,
      marketingState: index % 2 ? "UNSUBSCRIBED" : "SUBSCRIBED",
    },
  }));

async function openShop(count = 5, more: Parameters<typeof connectShopify>[1] = {}) {
  const opened = await openSandbox();
  opened.sandbox.shopify.edits.importMany(customers(count), true);
  return { ...opened, ...connectShopify(opened.sandbox, more) };
}

async function walk(source: Source, kind: WalkKind, first: number): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Source["page"]>> = await source.page({ kind, cursor, first });
    if (!page.ok) throw new Error(`${page.error.code} ${page.error.detail}`);
    rows.push(...page.value.rows);
    cursor = page.value.nextCursor;
  } while (cursor !== null);
  return rows;
}

describe("the source against the stand-in shop", () => {
  it("walks both ways over the same customers", async () => {
    const { source } = await openShop(23);
    const byTime = await walk(source, "updated", 5);
    const byId = await walk(source, "id", 5);
    expect(byTime).toHaveLength(23);
    expect(byTime.map(({ id }) => id)).toEqual(byId.map(({ id }) => id).reverse());
    expect(byId[0]).toEqual({ id: "7000000000001", updatedAtMs: Date.UTC(2026, 1, 1), subscribed: true });
    expect(byId[1]?.subscribed).toBe(false);
  });

  it("shopify-58 251 rows are two pages", async () => {
    const { source, journal } = await openShop(251);
    expect(await walk(source, "updated", 250)).toHaveLength(251);
    expect((await journal("shopify")).map(({ call }) => call)).toEqual(["CustomersPage", "CustomersPage"]);
  });

  it("goes on by filtered lists where one list ends, and loses nobody", async () => {
    const { source, control } = await openShop(26_000);
    await control("/shopify/settings", "PATCH", { throttle: { maximumAvailable: 1e6, restoreRate: 1e6 } });
    for (const kind of ["updated", "id"] as const) {
      const ids = (await walk(source, kind, 250)).map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([26_000, 26_000]);
    }
  });

  it("reads by id, null for one that is gone; shopify-59 ids beyond 2^53 stay exact", async () => {
    const { source, sandbox } = await openShop(2);
    sandbox.shopify.edits.create({ id: "9007199254740993", firstName: "Big" });
    const read = await source.read(["7000000000001", "9007199254740993", "12"]);
    expect(read.ok && read.value.records.get("12")).toBeNull();
    expect(read.ok && read.value.records.get("9007199254740993")).toMatchObject({ firstName: "Big", email: null });
    expect(read.ok && read.value.records.get("7000000000001")).toMatchObject({
      updatedAtMs: Date.UTC(2026, 1, 1),
      email: { address: "ann0@example.test", state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN" },
    });
  });

  it("total is exact or nothing", async () => {
    const { source, breakShopify } = await openShop(5);
    expect(await source.total()).toEqual({ ok: true, value: 5 });
    await breakShopify({ fault: "count-cap" });
    expect(await source.total()).toEqual({ ok: true, value: null });
  });

  it("shopify-4 a customer edited after it was passed heads the next walk, by whatever id", async () => {
    const { source, sandbox } = await openShop(5);
    await walk(source, "updated", 2);
    sandbox.shopify.edits.edit("7000000000001", { firstName: "Edited" });
    expect((await walk(source, "updated", 2)).map(({ id }) => id)[0]).toBe("7000000000001");
  });

  it("shopify-9 a list that begins anew at a bound meets lower ids than the last of the list before", async () => {
    const { source, sandbox } = await openShop(0);
    const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
    const rows = [9, 2, 8, 1].map((id, index) => ({ id: String(id), updatedAt: at(8 - index) }));
    sandbox.shopify.edits.importMany(rows, true);
    const cursor = JSON.stringify(["updated", null, String(Date.parse(at(7))), 0, String(Date.parse(at(7))), ["2"]]);
    const page = await source.page({ kind: "updated", cursor, first: 10 });
    expect(page.ok && page.value.rows.map(({ id }) => id)).toEqual(["8", "1"]);
  });

  it("shopify-46 one address under two ids is two customers, and each is read", async () => {
    const { source, sandbox } = await openShop(0);
    const email = { address: "a@example.test" };
    sandbox.shopify.edits.importMany(
      [1, 2].map((id) => ({ id: String(id), email })),
      true,
    );
    const read = await source.read(["1", "2"]);
    expect(read.ok && [...read.value.records.values()].map((record) => record?.email?.address)).toEqual([
      "a@example.test",
      "a@example.test",
    ]);
  });

  it.each([true, false])(
    "shopify-53 [?] a consent change moves the customer's time (%s): by id it shows either way",
    async (moves) => {
      const { source, sandbox, control } = await openShop(3);
      await control("/shopify/settings", "PATCH", { consentMovesUpdatedAt: moves });
      sandbox.shopify.edits.consent("7000000000001", "email", { state: "UNSUBSCRIBED" });
      const rows = await walk(source, "updated", 10);
      expect(rows[0]?.id === "7000000000001").toBe(moves);
      expect(rows.find(({ id }) => id === "7000000000001")?.subscribed).toBe(false);
    },
  );

  it("a cursor that Shopify refuses is told as one", async () => {
    const { source } = await openShop(5);
    const cursor = JSON.stringify(["updated", "bm90IGEgY3Vyc29y", null, 250, null, []]);
    expect(await source.page({ kind: "updated", cursor, first: 2 })).toMatchObject({
      ok: false,
      error: { code: "source.query_refused", detail: "cursor" },
    });
  });

  it("a shop that became another is not read", async () => {
    const { source, control } = await openShop(5);
    await control("/shopify/settings", "PATCH", { shop: { id: "70000000002" } });
    for (const answer of [
      await source.page({ kind: "updated", cursor: null, first: 2 }),
      await source.read(["1"]),
      await source.total(),
    ])
      expect(answer).toMatchObject({ ok: false, error: { code: "source.identity_differs" } });
  });
});

describe("a fault of the shop is never an empty page (all of them, place by place: fault-matrix.test.ts)", () => {
  it("shopify-21 a repeated cursor is a failed read", async () => {
    const { source, breakShopify } = await openShop(30);
    await breakShopify({ fault: "same-cursor", skip: 1 });
    await expect(walk(source, "updated", 10)).rejects.toThrow("source.unreadable R1:cursor");
  });

  it("shopify-1 a server fault on page 2 of 3 fails there; asked again, the walk goes on from that page", async () => {
    const { source, breakShopify } = await openShop(30);
    const first = await source.page({ kind: "updated", cursor: null, first: 10 });
    await breakShopify({ fault: "ise-200" });
    const cursor = first.ok ? first.value.nextCursor : null;
    expect(await source.page({ kind: "updated", cursor, first: 10 })).toMatchObject({ ok: false });
    const again = await source.page({ kind: "updated", cursor, first: 10 });
    expect(again).toMatchObject({ ok: true, value: { rows: [{ id: "7000000000020" }, ...Array(9).fill({})] } });
  });

  it("shopify-30 throttled on 200, then served: one answer", async () => {
    const { source, breakShopify, clock } = await openShop(5);
    await breakShopify({ fault: "throttled-200", times: 1 });
    expect(await source.page({ kind: "updated", cursor: null, first: 10 })).toMatchObject({ ok: true });
    expect(clock.sleeps).toHaveLength(1);
  });

  it("throttled at the edge: Retry-After is waited out", async () => {
    const { source, breakShopify, clock } = await openShop(5);
    await breakShopify({ fault: "throttle-429" });
    expect(await source.page({ kind: "updated", cursor: null, first: 10 })).toMatchObject({ ok: true });
    expect(clock.sleeps).toEqual([2_000]);
  });

  it("short-page-more: half a page with more to come is followed to the end", async () => {
    const { source, breakShopify } = await openShop(30);
    await breakShopify({ fault: "short-page-more", times: 2 });
    expect(await walk(source, "updated", 10)).toHaveLength(30);
  });

  it("null-nodes: every id answers null, which the runner must judge", async () => {
    const { source, breakShopify } = await openShop(5);
    await breakShopify({ fault: "null-nodes" });
    const read = await source.read(["7000000000001"]);
    expect(read.ok && [...read.value.records.values()]).toEqual([null]);
  });

  it("an expired token is a refused credential, and a mended one reads again", async () => {
    const { source, control } = await openShop(5);
    const [token] = ((await control("/shopify/tokens")) as { tokens: { token: string }[] }).tokens;
    await control(`/shopify/tokens/${token?.token}`, "PUT", { state: "expired" });
    expect(await source.total()).toMatchObject({ ok: false, error: { code: "source.credential", course: "stops" } });
    await control(`/shopify/tokens/${token?.token}`, "PUT", { state: "live" });
    expect(await source.total()).toEqual({ ok: true, value: 5 });
  });

  it("shopify-34 a token that lost its scope is no empty shop", async () => {
    const { source, control } = await openShop(5);
    const [token] = ((await control("/shopify/tokens")) as { tokens: { token: string }[] }).tokens;
    await control(`/shopify/tokens/${token?.token}`, "PUT", { scopes: ["read_orders"] });
    for (const answer of [
      await source.page({ kind: "updated", cursor: null, first: 2 }),
      await source.read(["7000000000001"]),
      await source.total(),
    ])
      expect(answer).toMatchObject({ ok: false, error: { code: "source.scope" } });
  });

  it("shopify-19 an app that may not see addresses fails the read", async () => {
    const { source, control } = await openShop(5);
    await control("/shopify/settings", "PATCH", { protectedData: { email: false } });
    expect(await source.read(["7000000000001"])).toMatchObject({ ok: false, error: { code: "source.scope" } });
  });
});

describe("the probe of a shop", () => {
  it("names the shop and runs every operation of a rule", async () => {
    const { sandbox, journal } = await openShop(5);
    const { client, clock } = connectShopify(sandbox, { shopId: null });
    const probe = await probeShopify({ client, clock });
    expect(probe).toMatchObject({
      ok: true,
      value: {
        identity: "gid://shopify/Shop/70000000001",
        name: "Night Demo",
        domain: "night-demo.myshopify.com",
        timeZone: "America/New_York",
        currency: "EUR",
        grantedScopes: ["read_customers"],
        missingScopes: [],
        versionSupported: true,
        customers: 5,
        addressVisible: true,
      },
    });
    expect(probe.ok && probe.value.operations.every(({ failure }) => failure === null)).toBe(true);
    expect((await journal("shopify")).map(({ call }) => call)).toEqual([
      "Probe",
      "CustomersPage",
      "CustomersPageById",
      "CustomersByIds",
      "CustomersCount",
    ]);
  });

  it("shopify-13 shows what the token lacks, operation by operation", async () => {
    const { sandbox, control } = await openShop(5);
    await control("/shopify/tokens/shpat_other_scopes", "PUT", { scopes: ["read_orders"] });
    const { client, clock } = connectShopify(sandbox, { shopId: null, accessToken: "shpat_other_scopes" });
    const probe = await probeShopify({ client, clock });
    expect(probe).toMatchObject({ ok: true, value: { missingScopes: ["read_customers"], customers: null } });
    for (const { failure } of probe.ok ? probe.value.operations : [])
      expect(failure).toMatchObject({ code: "source.scope" });
  });

  it("a bad token is told as such", async () => {
    const { sandbox } = await openShop(1);
    const { client, clock } = connectShopify(sandbox, { shopId: null, accessToken: "shpat_nobody" });
    expect(await probeShopify({ client, clock })).toMatchObject({ ok: false, error: { code: "source.credential" } });
  });
});
