import { describe, expect, it } from "vitest";
import type { OrderRecord } from "@/lib/rules/order";
import type { ListRow, Source, WalkKind } from "@/lib/runner/reading-ports";
import { generateOrders, generateOrdersSchema } from "@/lib/sandbox/shopify/generate-orders";
import type { OrderInput } from "@/lib/sandbox/shopify/order";
import { connectShopify, ORDER_SCOPES, openSandbox } from "./connector-stand-ins";

const FIRST = "5000000000001";
const lines = (count: number, orderId = FIRST) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `${orderId}${String(index + 1).padStart(4, "0")}`, title: `Lamp ${index + 1}` },
    ...{ quantity: 1, unitPrice: "10.00" },
  }));

async function openShop(orders: OrderInput[] = []) {
  const opened = await openSandbox();
  const { edits } = opened.sandbox.shopify;
  edits.importMany(
    [{ id: "7000000000001", email: { address: "ann@example.test", marketingState: "SUBSCRIBED" } }],
    true,
  );
  edits.orders.importMany(orders, true);
  await opened.grant(ORDER_SCOPES);
  await opened.control("/shopify/settings", "PATCH", { throttle: { maximumAvailable: 1e6, restoreRate: 1e6 } });
  return { ...opened, edits: edits.orders, ...connectShopify(opened.sandbox) };
}

async function walk(source: Source<OrderRecord>, kind: WalkKind): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof source.page>> = await source.page({ kind, cursor, first: 250 });
    if (!page.ok) throw new Error(`${page.error.code} ${page.error.detail}`);
    rows.push(...page.value.rows);
    cursor = page.value.nextCursor;
  } while (cursor !== null);
  return rows;
}

async function readOne(source: Source<OrderRecord>, id = FIRST): Promise<OrderRecord | null | undefined> {
  const read = await source.read([id]);
  if (!read.ok) throw new Error(`${read.error.code} ${read.error.detail}`);
  return read.value.records.get(id);
}

describe("an order by id", () => {
  it("is what the shop has: amounts as text, its customer, its address", async () => {
    const { orders } = await openShop([
      {
        ...{ id: FIRST, name: "#1001", createdAt: "2026-03-01T10:00:00Z", updatedAt: "2026-03-02T10:00:00Z" },
        ...{ customerId: "7000000000001", email: "ann@example.test", currencyCode: "EUR", tags: ["vip"] },
        total: { shop: "90071992547409.93" },
        lines: lines(2),
        refunds: [{ id: "1", createdAt: null, amount: "0.10" }],
      },
    ]);
    expect(await readOne(orders)).toMatchObject({
      ...{ object: "order", id: FIRST, name: "#1001", test: false, email: "ann@example.test", tags: ["vip"] },
      updatedAtMs: Date.parse("2026-03-02T10:00:00Z"),
      total: { shop: { amount: "90071992547409.93", currency: "EUR" } },
      customer: { id: "7000000000001", email: { address: "ann@example.test", state: "SUBSCRIBED" } },
      lines: [{ title: "Lamp 1", unitPrice: { amount: "10.00", currency: "EUR" } }, { title: "Lamp 2" }],
      refunds: [{ createdAtMs: null, total: { amount: "0.10", currency: "EUR" } }],
    });
  });

  it("shopify-45 the shop's money and the buyer's are never mixed, and yen has no decimals", async () => {
    const { orders } = await openShop([
      {
        ...{ id: FIRST, currencyCode: "USD", presentmentCurrencyCode: "JPY" },
        total: { shop: "10.00", presentment: "1500" },
      },
    ]);
    expect((await readOne(orders))?.total).toEqual({
      shop: { amount: "10.00", currency: "USD" },
      presentment: { amount: "1500", currency: "JPY" },
    });
  });

  it("a guest has no customer, a test order says so, a cancelled one keeps its reason", async () => {
    const { orders, edits } = await openShop([{ id: FIRST, test: true, email: "guest@example.test" }]);
    edits.cancel(FIRST);
    expect(await readOne(orders)).toMatchObject({ customer: null, test: true, cancelReason: "CUSTOMER" });
    expect((await readOne(orders))?.cancelledAtMs).not.toBeNull();
  });

  it("shopify-49 an archived order is read like any other, with every one of its lines", async () => {
    const { orders } = await openShop([{ id: FIRST, closedAt: "2026-03-02T10:00:00Z", lines: lines(21) }]);
    expect(await walk(orders, "updated")).toHaveLength(1);
    expect((await readOne(orders))?.lines).toHaveLength(21);
  });

  it("shopify-35 an old order that was touched now is in the walk with the time of the touch", async () => {
    const { orders, edits } = await openShop([
      { id: FIRST, createdAt: "2025-12-01T00:00:00Z", updatedAt: "2025-12-01T00:00:00Z" },
    ]);
    const touched = edits.edit(FIRST, { tags: ["late"] });
    const [row] = await walk(orders, "updated");
    expect(row).toMatchObject({ id: FIRST, updatedAtMs: Date.parse(`${touched?.updatedAt.slice(0, 19)}Z`) });
  });

  it.each([true, false])(
    "shopify-7 shopify-18 a refund belongs to what is read by id, whether it moves the order's time (%s)",
    async (moves) => {
      const { orders, edits } = await openShop([
        { id: FIRST, updatedAt: "2026-03-01T00:00:00Z", total: { shop: "20.00" } },
      ]);
      edits.refund(FIRST, { amount: "5.50", moveUpdatedAt: moves });
      const order = await readOne(orders);
      expect(order).toMatchObject({
        refunds: [{ total: { amount: "5.50" } }],
        totalRefunded: { shop: { amount: "5.50" } },
        currentTotal: { shop: { amount: "14.50" } },
      });
      expect(order?.updatedAtMs === Date.parse("2026-03-01T00:00:00Z")).toBe(!moves);
    },
  );
});

describe("lines", () => {
  it.each([20, 21, 270, 271, 600])("%i of them are read to the last", async (count) => {
    const { orders, journal } = await openShop([{ id: FIRST, lines: lines(count) }]);
    const titles = (await readOne(orders))?.lines.map(({ title }) => title);
    expect(titles).toEqual(lines(count).map(({ title }) => title));
    const pages = (await journal("shopify")).filter(({ call }) => call === "OrderLines").length;
    expect(pages).toBe(Math.ceil((count - 20) / 250));
  });

  it("an order that is edited while its lines are read is read anew, whole", async () => {
    const { orders, edits, breakShopify } = await openShop([{ id: FIRST, lines: lines(300) }]);
    await breakShopify({ fault: "slow", match: "OrderLines", skip: 1, delayMs: 400 });
    const reading = readOne(orders);
    await expect.poll(async () => (await orders.total()).ok).toBe(true);
    edits.edit(FIRST, { lines: lines(280), updatedAt: "2026-03-05T00:00:00Z" });
    const order = await reading;
    expect([order?.lines.length, order?.updatedAtMs]).toEqual([280, Date.parse("2026-03-05T00:00:00Z")]);
  });

  it("a fault while lines are read fails the read: no order is told short", async () => {
    const { orders, breakShopify } = await openShop([{ id: FIRST, lines: lines(300) }]);
    for (const [fault, code] of [
      ["ise-200", "source.unavailable"],
      ["cut-json", "source.unreadable"],
      ["edge-5xx", "source.unavailable"],
    ] as const) {
      await breakShopify({ fault, match: "OrderLines" });
      expect(await orders.read([FIRST])).toMatchObject({ ok: false, error: { code } });
    }
  });

  it("an order that goes while its lines are read is gone", async () => {
    const { orders, breakShopify } = await openShop([{ id: FIRST, lines: lines(300) }]);
    await breakShopify({ fault: "null-nodes", match: "OrderLines" });
    await breakShopify({ fault: "null-nodes", match: "OrdersByIds", skip: 1 });
    expect(await readOne(orders)).toBeNull();
  });
});

describe("the list of orders", () => {
  it("shopify-58 both walks meet each of 600 made-up orders once, and by id each is whole", async () => {
    const made = generateOrders(
      generateOrdersSchema.parse({ seed: 7, count: 600, until: `${new Date().toISOString().slice(0, 19)}Z` }),
      [{ id: "7000000000001", email: null }],
    );
    const { orders } = await openShop(made);
    const ids = made.map(({ id = "" }) => id);
    expect((await walk(orders, "id")).map(({ id }) => id)).toEqual(ids);
    expect((await walk(orders, "updated")).map(({ id }) => id)).toEqual(ids.toReversed());
    const read = await orders.read(ids.slice(0, 60));
    const records = read.ok ? [...read.value.records.values()] : [];
    for (const [index, order] of records.entries()) {
      expect(order?.lines).toHaveLength(made[index]?.lines?.length ?? 0);
      expect(order?.total.shop.amount).toBe(made[index]?.total?.shop);
    }
  });

  it("is generated from its seed: the same twice, another for another seed, and of every kind", () => {
    const make = (seed: number) =>
      generateOrders(generateOrdersSchema.parse({ seed, count: 400, until: "2026-06-01T00:00:00Z" }), [
        { id: "7000000000001", email: null },
      ]);
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
    const made = make(1);
    const has = (is: (order: OrderInput) => boolean) => made.filter(is).length;
    for (const count of [
      has(({ customerId }) => customerId === null),
      has(({ test }) => test === true),
      has(({ cancelledAt }) => !!cancelledAt),
      has(({ refunds = [] }) => refunds.length > 0),
      has(({ lines: own = [] }) => own.length > 250),
      has(({ currencyCode, total }) => currencyCode === "JPY" && !total?.shop.includes(".")),
      has(({ presentmentCurrencyCode }) => presentmentCurrencyCode === "JPY"),
    ])
      expect(count).toBeGreaterThan(0);
  });

  it("shopify-13 an order's customer needs a scope of its own, and the read says which", async () => {
    const { orders, grant } = await openShop([{ id: FIRST, customerId: "7000000000001" }]);
    await grant(["read_orders"]);
    expect(await orders.read([FIRST])).toMatchObject({ ok: false, error: { code: "source.scope" } });
    expect(await orders.page({ kind: "updated", cursor: null, first: 5 })).toMatchObject({ ok: true });
  });

  it("500 edits in two minutes, while the walk goes on: the next one meets what jumped to its head", async () => {
    const { orders, edits } = await openShop(
      Array.from({ length: 700 }, (_, index) => ({
        ...{ id: String(5_000_000_000_001 + index), updatedAt: "2026-03-01T00:00:00Z" },
      })),
    );
    const first = await orders.page({ kind: "updated", cursor: null, first: 250 });
    for (let index = 0; index < 500; index += 1) edits.edit(String(5_000_000_000_001 + index), { tags: ["edited"] });
    const met = first.ok ? first.value.rows.map(({ id }) => id) : [];
    let cursor = first.ok ? first.value.nextCursor : null;
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof orders.page>> = await orders.page({ kind: "updated", cursor, first: 250 });
      if (!page.ok) throw new Error(page.error.detail ?? "");
      met.push(...page.value.rows.map(({ id }) => id));
      cursor = page.value.nextCursor;
    }
    const next = (await walk(orders, "updated")).slice(0, 500).map(({ id }) => id);
    expect(new Set([...met, ...next]).size).toBe(700);
    expect(new Set(met).size).toBe(met.length);
  });

  it("a shop whose clock is an hour off tells so with every answer", async () => {
    const { orders, control } = await openShop([{ id: FIRST }]);
    for (const hours of [1, -1]) {
      await control("/shopify/settings", "PATCH", { clockSkewMs: hours * 3_600_000 });
      const page = await orders.page({ kind: "updated", cursor: null, first: 5 });
      expect(page.ok && Math.round((page.value.serverTimeMs - Date.now()) / 3_600_000)).toBe(hours);
    }
  });
});
