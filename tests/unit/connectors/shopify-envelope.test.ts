import { describe, expect, it } from "vitest";
import { connectSource, data, errors, list, type Reply, raw } from "./shopify-server";

const PAGE = { kind: "updated", cursor: null, first: 250 } as const;
const ROW = { id: "7", at: "2026-02-01T00:00:00Z" };

async function failureFor(reply: Reply, more = {}) {
  const { source } = await connectSource(() => reply, more);
  const page = await source.page(PAGE);
  return page.ok ? null : page.error;
}

describe("R1: an answer counts whole or not at all", () => {
  it.each<[string, Reply, string, string]>([
    ["401", raw(401, { errors: "[API] Invalid API key or access token" }), "source.credential", "http_401"],
    ["402", raw(402, "text"), "source.shop_frozen", "http_402"],
    ["403", raw(403, "text"), "source.forbidden", "http_403"],
    ["404", raw(404, { errors: "Not Found" }), "source.rejected", "http_404"],
    ["423", raw(423, ""), "source.shop_locked", "http_423"],
    ["429 without a time", raw(429, ""), "source.throttled", "http_429"],
    ["430", raw(430, ""), "source.rejected", "http_430"],
    ["503 as HTML", raw(503, "<html>", { "content-type": "text/html" }), "source.unavailable", "http_503"],
    ["540", raw(540, ""), "source.unavailable", "http_540"],
    ["a redirect", raw(301, ""), "source.unreadable", "http_301"],
    ["html on 200", raw(200, "<html>", { "content-type": "text/html" }), "source.unreadable", "R1:content_type"],
    ["JSON cut, connection closed in order", raw(200, '{"data":{"cust'), "source.unreadable", "R1:json"],
    ["JSON that is no answer", raw(200, "[1]"), "source.unreadable", "R1:json"],
    ["no data", raw(200, { data: null }), "source.unreadable", "R1:no_data"],
    [
      "another version",
      data({}, { headers: { "x-shopify-api-version": "2026-10" } }),
      "source.version_retired",
      "2026-10",
    ],
    [
      "a version that is words",
      data({}, { headers: { "x-shopify-api-version": "ann" } }),
      "source.version_retired",
      "unknown_version",
    ],
    [
      "an empty version",
      data({}, { headers: { "x-shopify-api-version": "" } }),
      "source.version_retired",
      "unknown_version",
    ],
    ["a null list", data({ customers: null }), "source.unreadable", "R1:null_connection"],
    ["a null row", list([ROW, null], null), "source.unreadable", "R1:null_node"],
    ["no list", data({}), "source.unreadable", "R1:shape"],
    ["another shop", data({ shop: { id: "gid://shopify/Shop/9" } }), "source.identity_differs", "shop_id"],
    ["no shop", data({ shop: null }), "source.unreadable", "R1:null_connection"],
    ["ACCESS_DENIED", errors("ACCESS_DENIED"), "source.scope", "access_denied"],
    ["the gravest of several", errors(null, "THROTTLED", "ACCESS_DENIED"), "source.scope", "access_denied"],
    ["an error of an unknown code", errors("SOMETHING_NEW"), "source.unreadable", "R1:errors"],
    ["an error without a code", errors(null), "source.unreadable", "R1:errors"],
    ["a query that the schema refuses", errors("undefinedField"), "source.query_refused", "undefined_field"],
    ["THROTTLED without figures", errors("THROTTLED"), "source.throttled", "throttled"],
  ])("%s", async (_, reply, code, detail) => {
    expect(await failureFor(reply)).toMatchObject({ code, detail });
  });

  it("no version header: unreadable, for it is the only sign of a version that was retired", async () => {
    const reply: Reply = (response) =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"data":{}}');
    expect(await failureFor(reply)).toMatchObject({ code: "source.unreadable", detail: "R1:version_header" });
  });

  it("shopify-1 INTERNAL_SERVER_ERROR beside half of the data fails the page", async () => {
    const reply = raw(200, {
      data: { shop: { id: "x" }, customers: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
      errors: [{ message: "words", extensions: { code: "INTERNAL_SERVER_ERROR" } }],
    });
    expect(await failureFor(reply)).toMatchObject({
      code: "source.unavailable",
      detail: "internal_server_error",
      outage: true,
    });
  });

  it("shopify-14 any search warning fails the read: an ignored filter returns everything", async () => {
    const extensions = {
      search: [{ path: ["customers"], query: "x", warnings: [{ field: "updated_at", message: "words" }] }],
    };
    const pageInfo = { hasNextPage: false, endCursor: null };
    const reply = data({ customers: { nodes: [], pageInfo } }, { extensions });
    expect(await failureFor(reply)).toMatchObject({ code: "source.query_refused", detail: "search_warning" });
  });

  it("shopify-19 protected fields that come back null with errors fail the page", async () => {
    const denied = {
      message: "words",
      path: ["customers", "nodes", 0, "defaultEmailAddress"],
      extensions: { code: "ACCESS_DENIED" },
    };
    const reply = raw(200, { data: { customers: { nodes: [{ defaultEmailAddress: null }] } }, errors: [denied] });
    expect(await failureFor(reply)).toMatchObject({ code: "source.scope", course: "stops" });
  });

  it("shopify-34 a token without the scope is no shop without customers", async () => {
    const empty = { customers: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } };
    const scopes = (...handles: string[]) => ({
      currentAppInstallation: { accessScopes: handles.map((handle) => ({ handle })) },
    });
    expect(await failureFor(data({ ...empty, ...scopes("read_orders") }))).toMatchObject({
      code: "source.scope",
      detail: "read_customers",
    });
    expect(await failureFor(data({ ...empty, ...scopes("write_customers") }))).toBeNull();
  });

  it("no failure carries Shopify's words, the token or the shop", async () => {
    const reply = raw(200, { errors: [{ message: "ann@example.test", extensions: { code: "ann@example.test" } }] });
    expect(JSON.stringify(await failureFor(reply))).not.toMatch(/ann|shpat|127/);
  });
});

describe("the line", () => {
  it.each<[string, Reply, string, string]>([
    ["hang", () => {}, "source.timeout", "answer"],
    ["reset", (response) => response.socket?.resetAndDestroy(), "source.unavailable", "reset"],
    [
      "body breaks off",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
        response.write('{"data":', () => response.socket?.destroy());
      },
      "source.unreadable",
      "R1:truncated",
    ],
  ])("%s", async (_, reply, code, detail) => {
    expect(await failureFor(reply, { timeoutMs: 200 })).toMatchObject({ code, detail, course: "passes" });
  });

  it("a token with a line break is a bad token, not a crash", async () => {
    expect(await failureFor(data({}), { accessToken: "shpat\nx" })).toMatchObject({
      code: "source.credential",
      detail: "malformed",
    });
  });

  it("sends token and debug header, and asks the version that was published", async () => {
    const { source, server } = await connectSource(() => list([], null));
    await source.page(PAGE);
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      url: "/shopify/admin/api/2026-07/graphql.json",
      headers: { "x-shopify-access-token": "shpat_secret", "shopify-search-query-debug": "1" },
    });
  });
});

describe("throttling waits by Shopify's own figures", () => {
  const throttled = (requested: number, available: number, restoreRate: number): Reply =>
    raw(200, {
      errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
      extensions: {
        cost: {
          requestedQueryCost: requested,
          actualQueryCost: null,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: available, restoreRate },
        },
      },
    });

  it("shopify-30 THROTTLED on 200 is waited out within the call", async () => {
    const { source, clock } = await connectSource((_, index) =>
      index === 0 ? throttled(500, 100, 100) : list([ROW], null),
    );
    expect(await source.page(PAGE)).toMatchObject({ ok: true });
    expect(clock.sleeps).toEqual([4_000]);
  });

  it("shopify-31 the restore rate is the server's: half of it waits twice as long", async () => {
    for (const [restoreRate, waitMs] of [
      [50, 8_000],
      [200, 2_000],
    ] as const) {
      const { source, clock } = await connectSource((_, index) =>
        index === 0 ? throttled(500, 100, restoreRate) : list([], null),
      );
      await source.page(PAGE);
      expect(clock.sleeps).toEqual([waitMs]);
    }
  });

  it("a wait that does not fit into the call is told instead", async () => {
    const { source, clock, server } = await connectSource(() => throttled(1500, 0, 100));
    expect(await source.page(PAGE)).toMatchObject({
      ok: false,
      error: { code: "source.throttled", detail: "throttled", notBeforeMs: clock.nowMs() + 15_000 },
    });
    expect(server.requests).toHaveLength(1);
  });

  it("waits add up: about ten seconds a call, then it fails", async () => {
    const { source, clock } = await connectSource(() => throttled(500, 100, 100));
    expect(await source.page(PAGE)).toMatchObject({ ok: false, error: { code: "source.throttled" } });
    expect(clock.sleeps).toEqual([4_000, 4_000]);
  });

  it("429 honours Retry-After", async () => {
    const { source, clock } = await connectSource((_, index) =>
      index === 0 ? raw(429, "", { "retry-after": "2.0" }) : list([], null),
    );
    expect(await source.page(PAGE)).toMatchObject({ ok: true });
    expect(clock.sleeps).toEqual([2_000]);
  });
});
