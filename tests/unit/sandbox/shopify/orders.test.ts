import { describe, expect, it } from "vitest";
import { addAmounts, amountOf, subtractAmounts } from "@/lib/sandbox/shopify/order-amount";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { openShop, type Reply } from "@/tests/unit/sandbox/shopify/shop";

const ORDERS = `query Orders($first: Int = 10, $query: String, $sortKey: OrderSortKeys = UPDATED_AT) {
  orders(first: $first, query: $query, sortKey: $sortKey, reverse: true) { nodes { id name } pageInfo { hasNextPage endCursor } } }`;
const EVENTS = `query Events($query: String, $after: String) {
  events(first: 2, after: $after, query: $query, reverse: true) {
    nodes { __typename id action createdAt ... on BasicEvent { subjectId subjectType } } pageInfo { hasNextPage endCursor } } }`;

async function openOrders() {
  const shop = openShop();
  await shop.control("PUT", `/tokens/${DEMO_ACCESS_TOKEN}`, { scopes: ["read_customers", "read_orders"] });
  return shop;
}

const names = (reply: Reply) => (reply.body.data?.orders?.nodes ?? []).map(({ name }) => name);
const codes = ({ body: { errors } }: Reply) =>
  Array.isArray(errors) ? errors.map(({ extensions }) => extensions?.code) : undefined;

describe("orders of the stand-in", () => {
  it("are made, edited, cancelled, paid back and deleted by control calls, and refuse nonsense", async () => {
    const shop = await openOrders();
    const made = await shop.control("POST", "/orders", { name: "#1", total: { shop: "20.00" } });
    const { id } = made.body.order as { id: string };
    expect(made.status).toBe(201);
    expect((await shop.control("PATCH", `/orders/${id}`, { tags: ["vip"] })).body.order).toMatchObject({
      tags: ["vip"],
    });
    expect((await shop.control("POST", `/orders/${id}/refund`, { amount: "20.00" })).body.order).toMatchObject({
      financialStatus: "REFUNDED",
      currentTotal: { shop: "0.00" },
    });
    expect((await shop.control("POST", `/orders/${id}/cancel`)).body.order).toMatchObject({ cancelReason: "CUSTOMER" });
    expect((await shop.control("GET", `/orders/${id}`)).status).toBe(200);
    expect((await shop.control("POST", "/orders", { total: { shop: 20 } })).status).toBe(422);
    expect((await shop.control("PATCH", "/orders/1", {})).status).toBe(404);
    expect((await shop.control("DELETE", `/orders/${id}`)).body).toEqual({ deleted: true });
    expect((await shop.control("DELETE", `/orders/${id}`)).status).toBe(404);
    expect((await shop.control("PUT", `/orders/${id}`)).status).toBe(404);
    expect((await shop.control("GET", "/orders")).body).toEqual({ orders: [], deletedIds: [id] });
  });

  it("are filtered by the fields that the connection knows, and counted alike", async () => {
    const shop = await openOrders();
    shop.shop.edits.orders.importMany(
      [
        { name: "#1", test: true, updatedAt: "2026-05-01T00:00:00Z", createdAt: "2026-04-20T00:00:00Z" },
        { name: "#2", customerId: "7", updatedAt: "2026-05-02T00:00:00Z", createdAt: "2026-04-30T00:00:00Z" },
        { name: "#3", email: "ann@example.test", updatedAt: "2026-05-03T00:00:00Z", createdAt: "2026-05-03T00:00:00Z" },
      ],
      true,
    );
    for (const [query, found] of [
      ["test:true", ["#1"]],
      ["customer_id:7", ["#2"]],
      ["email:ann", ["#3"]],
      ["updated_at:>='2026-05-02T00:00:00Z'", ["#3", "#2"]],
      ["created_at:<'2026-05-01T00:00:00Z'", ["#2", "#1"]],
      ["colour:red", ["#3", "#2", "#1"]],
    ] as const) {
      const reply = await shop.ask(ORDERS, { query });
      expect([query, names(reply)]).toEqual([query, found]);
      expect(reply.body.extensions?.search?.[0]?.warnings.length).toBe(query.startsWith("colour") ? 1 : 0);
      const count = await shop.ask("query C($q: String) { ordersCount(query: $q) { count } }", { q: query });
      expect(count.body.data?.ordersCount?.count).toBe(found.length);
    }
  });

  it("are not sorted in ways that the stand-in would have to guess", async () => {
    const shop = await openOrders();
    expect(codes(await shop.ask(ORDERS, { sortKey: "PROCESSED_AT" }))).toEqual(["STAND_IN_LIMIT"]);
    expect(codes(await shop.ask(ORDERS, { sortKey: "CREATED_AT", query: "test:true" }))).toEqual(["STAND_IN_LIMIT"]);
  });

  it("cost no more than one query may, by twenty-five orders of twenty lines", async () => {
    const shop = await openOrders();
    const { body } = await shop.control("POST", "/orders/generate", { count: 60, until: "2026-06-01T00:00:00Z" });
    expect(body).toEqual({ created: 60, updated: 0 });
    const { orders } = (await shop.control("GET", "/orders")).body as { orders: { id: string }[] };
    const ids = orders.slice(0, 25).map(({ id }) => `gid://shopify/Order/${id}`);
    const { ORDERS_BY_IDS } = await import("@/lib/connectors/shopify/operations");
    const reply = await shop.ask(ORDERS_BY_IDS, { ids, lines: 20 });
    expect(codes(reply)).toBeUndefined();
    expect(reply.body.extensions?.cost?.requestedQueryCost).toBeLessThan(500);
  });

  it("play back from disk with their events to the same shop", async () => {
    const shop = await openOrders();
    await shop.control("POST", "/orders/generate", { count: 20, until: "2026-06-01T00:00:00Z" });
    const { id } = shop.shop.edits.orders.create({ name: "#late" }, { commitDelayMs: 60_000 });
    shop.shop.edits.orders.remove("5000000000003");
    const replayed = await openOrders();
    for (const change of JSON.parse(JSON.stringify(shop.recorded))) replayed.shop.apply(change);
    const compacted = await openOrders();
    for (const change of JSON.parse(JSON.stringify(replayed.shop.snapshot()))) compacted.shop.apply(change);
    for (const other of [replayed, compacted]) {
      for (const path of ["/orders", "/events"])
        expect(await other.control("GET", path)).toEqual(await shop.control("GET", path));
      expect((await other.ask(ORDERS)).body.data).toEqual((await shop.ask(ORDERS)).body.data);
      expect(names(await other.ask(ORDERS))).not.toContain("#late");
      expect(other.shop.state.orders.accepted.get(id)?.name).toBe("#late");
    }
  });
});

describe("events of the stand-in", () => {
  it("tell deletions and merges, newest first, page by page, by subject and by time", async () => {
    const shop = await openOrders();
    const ids = [1, 2, 3].map(() => shop.shop.edits.create({}).id);
    const order = shop.shop.edits.orders.create({ customerId: ids[1] });
    shop.shop.edits.remove(ids[0] ?? "");
    shop.advance(60_000);
    expect((await shop.control("POST", `/customers/${ids[1]}/merge`, { into: ids[2] })).status).toBe(200);
    expect(shop.shop.state.orders.accepted.get(order.id)?.customerId).toBe(ids[2]);
    shop.shop.edits.orders.remove(order.id);
    const first = await shop.ask(EVENTS);
    expect(first.body.data?.events).toMatchObject({
      nodes: [{ action: "destroy", subjectType: "ORDER" }, { action: "merge" }],
      pageInfo: { hasNextPage: true },
    });
    const after = first.body.data?.events?.pageInfo?.endCursor;
    expect((await shop.ask(EVENTS, { after })).body.data?.events?.nodes).toMatchObject([{ action: "destroy" }]);
    const query = "subject_type:CUSTOMER created_at:>='2026-06-01T12:00:30Z'";
    expect((await shop.ask(EVENTS, { query })).body.data?.events?.nodes).toMatchObject([
      { action: "merge", subjectId: `gid://shopify/Customer/${ids[1]}` },
    ]);
    const odd = await shop.ask(EVENTS, { query: "colour:red" });
    expect(odd.body.extensions?.search?.[0]?.warnings).toMatchObject([{ field: "colour", code: "invalid_field" }]);
    expect((await shop.control("POST", `/customers/${ids[2]}/merge`, { into: "1" })).status).toBe(404);
  });

  it("come late when the switch says so", async () => {
    const shop = await openOrders();
    await shop.control("PATCH", "/settings", { eventLagMs: 30_000 });
    shop.shop.edits.remove(shop.shop.edits.create({}).id);
    expect((await shop.ask(EVENTS)).body.data?.events?.nodes).toEqual([]);
    shop.advance(30_000);
    expect((await shop.ask(EVENTS)).body.data?.events?.nodes).toHaveLength(1);
  });
});

describe("sums of decimal texts", () => {
  it.each([
    ["10.50", "2", "12.50", "8.50"],
    ["0.1", "0.20", "0.30", "-0.10"],
    ["1500", "200", "1700", "1300"],
    ["90071992547409.93", "0.01", "90071992547409.94", "90071992547409.92"],
    ["1.234", "0.001", "1.235", "1.233"],
  ])("%s and %s", (left, right, sum, difference) => {
    expect([addAmounts(left, right), subtractAmounts(left, right)]).toEqual([sum, difference]);
  });

  it("writes minor units by the currency's decimals", () => {
    expect([amountOf(1250, 2), amountOf(7, 3), amountOf(1500, 0)]).toEqual(["12.50", "0.007", "1500"]);
  });
});
