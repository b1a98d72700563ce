import { describe, expect, it } from "vitest";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { openShop, type Reply, shortIds, someCustomers, WALK } from "@/tests/unit/sandbox/shopify/shop";

const DETAIL = `query Detail($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { id firstName
  defaultEmailAddress { emailAddress marketingState } } } }`;
const COUNT = "query Count { customersCount(limit: null) { count precision } }";
const PROBE =
  "query Probe { shop { id myshopifyDomain } currentAppInstallation { accessScopes { handle } } publicApiVersions { handle supported } }";

function shopOf(count: number) {
  const shop = openShop();
  shop.shop.edits.importMany(someCustomers(count), true);
  return shop;
}

const codes = ({ body }: Reply) =>
  Array.isArray(body.errors) ? body.errors.map(({ extensions }) => extensions?.code) : body.errors;
const gids = (count: number) =>
  Array.from({ length: count }, (_, index) => `gid://shopify/Customer/${7_000_000_000_001 + index}`);

describe("rights", () => {
  it("answers 401 with a text to an unknown, revoked or expired token, and 200 again when mended", async () => {
    const shop = shopOf(1);
    expect((await shop.ask(PROBE, {}, { token: "shpat_unknown" })).status).toBe(401);
    for (const state of ["revoked", "expired", "live"]) {
      await shop.control("PUT", `/tokens/${DEMO_ACCESS_TOKEN}`, { state });
      const reply = await shop.ask(PROBE);
      expect(reply.status).toBe(state === "live" ? 200 : 401);
      if (state !== "live") expect(typeof reply.body.errors).toBe("string");
    }
  });

  it("denies the connection to a token without the scope, and still answers the probe", async () => {
    const shop = shopOf(1);
    await shop.control("PUT", "/tokens/shpat_of_few_rights", { scopes: ["read_products"] });
    const options = { token: "shpat_of_few_rights" };
    const denied = await shop.ask(WALK, { first: 5 }, options);
    expect(denied.status).toBe(200);
    expect(denied.body.data).toEqual({ customers: null });
    expect(codes(denied)).toEqual(["ACCESS_DENIED"]);
    const nodes = await shop.ask(DETAIL, { ids: gids(1) }, options);
    expect(nodes.body.data).toEqual({ nodes: [null] });
    expect(codes(nodes)).toEqual(["ACCESS_DENIED"]);
    const probe = await shop.ask(PROBE, {}, options);
    expect(probe.body.data).toMatchObject({ currentAppInstallation: { accessScopes: [{ handle: "read_products" }] } });
  });

  it("nulls protected fields, and the whole address where the field may not be null", async () => {
    const shop = shopOf(2);
    await shop.control("PATCH", "/settings", { protectedData: { email: false }, errorsShown: 1 });
    const reply = await shop.ask(DETAIL, { ids: gids(2) });
    expect(reply.body.data?.nodes).toMatchObject([
      { firstName: "First 0", defaultEmailAddress: null },
      { defaultEmailAddress: null },
    ]);
    expect(codes(reply)).toEqual(["ACCESS_DENIED"]);
    await shop.control("PATCH", "/settings", { errorsShown: 0 });
    expect((await shop.ask(DETAIL, { ids: gids(2) })).body).not.toHaveProperty("errors");
  });

  it("knows only its own shop, and says which version answered", async () => {
    const shop = shopOf(1);
    expect((await shop.ask(PROBE, {}, { domain: "other.myshopify.com" })).status).toBe(404);
    expect((await shop.ask(PROBE)).headers["x-shopify-api-version"]).toBe("2026-07");
    expect((await shop.ask(PROBE, {}, { version: "2024-01" })).headers["x-shopify-api-version"]).toBe("2026-01");
    await shop.control("PATCH", "/settings", { fallForwardTo: "2026-10" });
    expect((await shop.ask(PROBE)).headers["x-shopify-api-version"]).toBe("2026-10");
  });

  it("moves the Date header and new stamps by the clock skew", async () => {
    const shop = shopOf(0);
    await shop.control("PATCH", "/settings", { clockSkewMs: -90_000 });
    expect((await shop.ask(PROBE)).headers.date).toBe("Mon, 01 Jun 2026 11:58:30 GMT");
    expect(shop.shop.edits.create({}).updatedAt).toBe("2026-06-01T11:58:30.000000Z");
  });
});

describe("cost", () => {
  // A walk's page by hand: 2 for the connection, 1 for pageInfo, and a tenth of (1 customer + 1 address) for each row.
  it("charges by what is read, throttles when empty, and fills up again", async () => {
    const shop = shopOf(250);
    await shop.control("PATCH", "/settings", { throttle: { maximumAvailable: 110, restoreRate: 10 } });
    const { cost } = (await shop.ask(WALK, { first: 250 })).body.extensions ?? {};
    expect(cost).toMatchObject({
      requestedQueryCost: 53,
      actualQueryCost: 53,
      throttleStatus: { currentlyAvailable: 57 },
    });
    await shop.ask(WALK, { first: 250 });
    const throttled = await shop.ask(WALK, { first: 250 });
    expect(codes(throttled)).toEqual(["THROTTLED"]);
    expect(throttled.body).not.toHaveProperty("data");
    expect(throttled.body.extensions?.cost).toMatchObject({
      actualQueryCost: null,
      throttleStatus: { currentlyAvailable: 4 },
    });
    shop.advance(4_800);
    expect(codes(await shop.ask(WALK, { first: 250 }))).toEqual(["THROTTLED"]);
    shop.advance(100);
    expect((await shop.ask(WALK, { first: 250 })).body.data?.customers?.nodes).toHaveLength(250);
  });

  it("gives back what was asked for and not found", async () => {
    const shop = shopOf(10);
    const { cost } = (await shop.ask(WALK, { first: 250 })).body.extensions ?? {};
    expect(cost).toMatchObject({
      requestedQueryCost: 53,
      actualQueryCost: 5,
      throttleStatus: { currentlyAvailable: 1995 },
    });
  });

  it("charges records read by id by their number", async () => {
    const shop = shopOf(100);
    const { cost } = (await shop.ask(DETAIL, { ids: gids(100) })).body.extensions ?? {};
    expect(cost).toMatchObject({ requestedQueryCost: 20, actualQueryCost: 20 });
  });

  it("refuses a query dearer than one may be", async () => {
    const shop = shopOf(1);
    await shop.control("PATCH", "/settings", { throttle: { maximumCost: 23 } });
    expect(codes(await shop.ask(WALK, { first: 101 }))).toEqual(["MAX_COST_EXCEEDED"]);
    expect(codes(await shop.ask(WALK, { first: 100 }))).toBeUndefined();
  });
});

describe("faults", () => {
  const STATUSES: Record<string, number> = {
    "auth-401": 401,
    "frozen-402": 402,
    "forbidden-403": 403,
    "locked-423": 423,
    "throttle-429": 429,
    "reject-430": 430,
    "edge-5xx": 503,
  };

  it.each(Object.entries(STATUSES))("%s is answered %i, once", async (fault, status) => {
    const shop = shopOf(3);
    shop.fault({ fault });
    expect((await shop.ask(WALK, { first: 5 })).status).toBe(status);
    expect((await shop.ask(WALK, { first: 5 })).body.data?.customers?.nodes).toHaveLength(3);
  });

  /** What each fault does to the second page (of 2) of a walk over 5, or to the query that it is about. */
  const EFFECTS: Record<string, (reply: Reply) => void> = {
    "html-200": (r) => expect(r.headers["content-type"]).toContain("text/html"),
    "cut-json": (r) => expect(r.transport).toBe("truncate"),
    hang: (r) => expect(r.transport).toBe("hang"),
    reset: (r) => expect(r.transport).toBe("reset"),
    slow: (r) => expect(r.body.data?.customers?.nodes).toHaveLength(2),
    "throttled-200": (r) => expect([codes(r), "data" in r.body]).toEqual([["THROTTLED"], false]),
    "max-cost": (r) => expect(codes(r)).toEqual(["MAX_COST_EXCEEDED"]),
    "ise-200": (r) => expect([codes(r), r.body.data?.customers?.nodes?.length]).toEqual([["INTERNAL_SERVER_ERROR"], 1]),
    "data-null": (r) => expect([r.body.data, codes(r)]).toEqual([null, ["ACCESS_DENIED"]]),
    "denied-scope": (r) => expect([r.body.data, codes(r)]).toEqual([{ customers: null }, ["ACCESS_DENIED"]]),
    "empty-list": (r) => expect(r.body.data?.customers).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false } }),
    "short-list": (r) =>
      expect([r.body.data?.customers?.nodes?.length, r.body.data?.customers?.pageInfo?.hasNextPage]).toEqual([
        2,
        false,
      ]),
    "short-page-more": (r) =>
      expect([r.body.data?.customers?.nodes?.length, r.body.data?.customers?.pageInfo?.hasNextPage]).toEqual([1, true]),
    "null-cursor": (r) => expect(r.body.data?.customers?.pageInfo).toEqual({ hasNextPage: true, endCursor: null }),
    "fall-forward": (r) => expect(r.headers["x-shopify-api-version"]).toBe("2026-10"),
  };

  it.each(Object.entries(EFFECTS))("%s", async (fault, check) => {
    const shop = shopOf(5);
    const first = await shop.ask(WALK, { first: 2 });
    shop.fault({ fault });
    const reply = await shop.ask(WALK, { first: 2, after: first.body.data?.customers?.pageInfo?.endCursor });
    check(reply);
    expect(shop.journal.read(1, 1)).toMatchObject([
      { call: "Walk", fault, answered: !["cut-json", "hang", "reset"].includes(fault) },
    ]);
  });

  it("strike the list or the records that a query is about, and leave the fields beside them", async () => {
    const shop = shopOf(4);
    const list =
      "query List { shop { id } customers(first: 4, sortKey: ID) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } } }";
    shop.fault({ fault: "denied-scope" });
    expect((await shop.ask(list)).body.data).toEqual({
      shop: { id: "gid://shopify/Shop/70000000001" },
      customers: null,
    });
    shop.fault({ fault: "ise-200" });
    const half = await shop.ask(list);
    expect(half.body.data?.shop).not.toBeNull();
    expect(half.body.data?.customers?.nodes).toHaveLength(2);
    expect(half.body.errors).toMatchObject([{ path: ["customers"] }]);
    shop.fault({ fault: "ise-200" });
    const nodes = await shop.ask("query Nodes($ids: [ID!]!) { shop { id } nodes(ids: $ids) { id } }", { ids: gids(4) });
    expect(nodes.body.data?.nodes).toEqual([{ id: gids(4)[0] }, { id: gids(4)[1] }, null, null]);
  });

  it("same-cursor repeats the cursor it was asked with", async () => {
    const shop = shopOf(5);
    const asked = (await shop.ask(WALK, { first: 2 })).body.data?.customers?.pageInfo?.endCursor;
    shop.fault({ fault: "same-cursor" });
    const reply = await shop.ask(WALK, { first: 2, after: asked });
    expect(reply.body.data?.customers?.pageInfo).toEqual({ hasNextPage: true, endCursor: asked });
  });

  it("denied-fields and its silent sister null the address; only one says so", async () => {
    const shop = shopOf(1);
    shop.fault({ fault: "denied-fields" });
    const loud = await shop.ask(DETAIL, { ids: gids(1) });
    shop.fault({ fault: "denied-fields-silent" });
    const silent = await shop.ask(DETAIL, { ids: gids(1) });
    expect(loud.body.data).toEqual(silent.body.data);
    expect(loud.body.data?.nodes).toMatchObject([{ firstName: null, defaultEmailAddress: null }]);
    expect(codes(loud)).toEqual(["ACCESS_DENIED", "ACCESS_DENIED"]);
    expect(codes(silent)).toBeUndefined();
  });

  it("null-nodes, count-cap, count-lag and stale-replica bend their own reads", async () => {
    const shop = shopOf(3);
    shop.fault({ fault: "null-nodes" });
    expect((await shop.ask(DETAIL, { ids: gids(2) })).body.data).toEqual({ nodes: [null, null] });
    shop.fault({ fault: "count-cap" });
    expect((await shop.ask(COUNT)).body.data?.customersCount).toEqual({ count: 10_000, precision: "AT_LEAST" });
    shop.fault({ fault: "count-lag" });
    expect((await shop.ask(COUNT)).body.data?.customersCount).toEqual({ count: 2, precision: "EXACT" });
    shop.shop.edits.edit("7000000000001", { firstName: "Fresh" });
    shop.fault({ fault: "stale-replica", delayMs: 10_000 });
    expect((await shop.ask(WALK, { first: 5 })).body.data?.customers?.nodes).toHaveLength(2);
  });

  it("the lagging index and the ignored filters bend filtered reads alone", async () => {
    const shop = shopOf(3);
    const query = "updated_at:>='2026-05-01T00:00:00Z'";
    const ids = async (more: object = {}) =>
      shortIds((await shop.ask(WALK, { first: 5, ...more })).body.data?.customers);
    shop.shop.edits.edit("7000000000001", { firstName: "Fresh" });
    expect(await ids({ query })).toEqual([1]);
    for (const [fault, found, warned] of [
      ["lagging-index", [], 0],
      ["ignored-filter", [1, 3, 2], 1],
      ["ignored-filter-silent", [1, 3, 2], 0],
      ["unquoted-time", [1], 1],
      ["count-ignored-filter", [1], 0],
    ] as const) {
      shop.fault({ fault });
      const reply = await shop.ask(WALK, { first: 5, query });
      expect([fault, shortIds(reply.body.data?.customers)]).toEqual([fault, found]);
      expect([fault, reply.body.extensions?.search?.[0]?.warnings.length]).toEqual([fault, warned]);
      shop.fault({ fault });
      expect(await ids()).toEqual([1, 3, 2]);
    }
  });

  it("waits for its match and its turn", async () => {
    const shop = shopOf(3);
    shop.fault({ fault: "frozen-402", match: "Count", skip: 1, times: 2 });
    const statuses: number[] = [];
    for (const text of [WALK, COUNT, COUNT, WALK, COUNT, COUNT])
      statuses.push((await shop.ask(text, { first: 5 })).status);
    expect(statuses).toEqual([200, 200, 402, 200, 402, 200]);
  });
});

describe("state on disk", () => {
  it("plays back to the same truth, settings and tokens", async () => {
    const shop = shopOf(20);
    shop.shop.edits.edit("7000000000003", { email: null });
    shop.shop.edits.remove("7000000000004");
    shop.shop.edits.create({ firstName: "Late" }, { commitDelayMs: 60_000 });
    await shop.control("PATCH", "/settings", { indexLagMs: 5 });
    await shop.control("PUT", "/tokens/shpat_second", { scopes: [] });
    const replayed = openShop();
    for (const change of JSON.parse(JSON.stringify(shop.recorded))) replayed.shop.apply(change);
    const compacted = openShop();
    for (const change of JSON.parse(JSON.stringify(replayed.shop.snapshot()))) compacted.shop.apply(change);
    for (const other of [replayed, compacted]) {
      for (const path of ["/truth", "/settings", "/tokens"]) {
        expect(await other.control("GET", path)).toEqual(await shop.control("GET", path));
      }
      expect((await other.ask(WALK, { first: 250 })).body.data).toEqual(
        (await shop.ask(WALK, { first: 250 })).body.data,
      );
    }
  });

  it("refuses control calls that make no sense, and changes nothing", async () => {
    const shop = shopOf(1);
    const before = await shop.control("GET", "/truth");
    expect((await shop.control("POST", "/customers", { nonsense: 1 })).status).toBe(422);
    expect((await shop.control("PATCH", "/customers/7000000000001", { updatedAt: "yesterday" })).status).toBe(422);
    expect((await shop.control("PATCH", "/customers/1", { firstName: "x" })).status).toBe(404);
    expect((await shop.control("DELETE", "/customers/1")).status).toBe(404);
    expect(
      (await shop.control("POST", "/import", { customers: [{ id: "7000000000009" }, { id: "abc" }] })).status,
    ).toBe(422);
    expect((await shop.control("GET", "/elsewhere")).status).toBe(404);
    expect(await shop.control("GET", "/truth")).toEqual(before);
  });
});
