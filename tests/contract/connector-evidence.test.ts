import { describe, expect, it } from "vitest";
import type { Result } from "@/lib/kernel/result";
import { connectShopify, ORDER_SCOPES, openSandbox } from "./connector-stand-ins";

const DAY_MS = 86_400_000;
const at = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const customerId = (n: number) => String(7_000_000_000_000 + n);

/** Customers 1 to `count`, a minute apart, the last one changed an hour ago. */
async function openShop(count = 5) {
  const opened = await openSandbox();
  const newestMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const timeOf = (n: number) => newestMs - (count - n) * 60_000;
  const people = Array.from({ length: count }, (_, index) => ({
    id: customerId(index + 1),
    updatedAt: at(timeOf(index + 1)),
    firstName: "Ann",
    email: { address: `ann${index + 1}@example.test` },
  }));
  opened.sandbox.shopify.edits.importMany(people, true);
  await opened.grant(ORDER_SCOPES);
  return { ...opened, ...connectShopify(opened.sandbox), timeOf };
}

/** What was read, or the failure as a thrown one. */
function whole<T>(result: Result<T, { code: string; detail: string | null }>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail}`);
  return result.value;
}

describe("a span through the filtered list (R6)", () => {
  it("is asked quoted, in UTC, with both bounds; rows come newest first, bounds included", async () => {
    const { source, timeOf, journal } = await openShop();
    const span = whole(await source.span({ fromMs: timeOf(2), toMs: timeOf(4) }, 1_000));
    expect(span.rows.map(({ id }) => id)).toEqual([4, 3, 2].map(customerId));
    expect(span).toMatchObject({ outside: 0, whole: true, readAsAsked: true });
    expect((await journal("shopify")).at(-1)).toMatchObject({
      call: "CustomersInSpan",
      body: { query: `updated_at:>='${at(timeOf(2))}' updated_at:<='${at(timeOf(4))}'` },
    });
  });

  it("goes over more than one page, and stops where it is told to", async () => {
    const { source, timeOf } = await openShop(300);
    const span = { fromMs: timeOf(1), toMs: timeOf(300) };
    expect(whole(await source.span(span, 1_000))).toMatchObject({
      rows: { length: 300 },
      whole: true,
    });
    expect(whole(await source.span(span, 10))).toMatchObject({ whole: false, rows: { length: 10 } });
  });

  it("shopify-42 a row at 23:30 shop-local on the bound's day is in the span that its UTC time says", async () => {
    const { source, sandbox } = await openShop(0);
    const late = Date.parse("2026-03-10T23:30:00-04:00");
    sandbox.shopify.edits.importMany([{ id: customerId(1), updatedAt: at(late) }], true);
    const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
    const utc10 = whole(await source.span({ fromMs: day("2026-03-10"), toMs: day("2026-03-11") - 1_000 }, 10));
    const utc11 = whole(await source.span({ fromMs: day("2026-03-11"), toMs: day("2026-03-12") - 1_000 }, 10));
    expect([utc10.rows.length, utc11.rows.length]).toEqual([0, 1]);
  });

  it("lacks what an index that lags half an hour lacks, and is no failure", async () => {
    const { source, sandbox, control, timeOf } = await openShop();
    await control("/shopify/settings", "PATCH", { indexLagMs: 30 * 60_000 });
    sandbox.shopify.edits.edit(customerId(1), { firstName: "Fresh" });
    const rows = whole(await source.span({ fromMs: timeOf(1), toMs: Date.now() + 5_000 }, 100)).rows;
    expect(rows).toEqual([]);
    expect(whole(await source.read([customerId(1)])).records.get(customerId(1))?.firstName).toBe("Fresh");
  });

  it("a filter by whole shop days shows rows outside the span: counted, and left out", async () => {
    const { source, sandbox, control } = await openShop(0);
    await control("/shopify/settings", "PATCH", { customerUpdatedAtGranularity: "shop-day" });
    const times = ["2026-03-10T13:00:00Z", "2026-03-10T15:00:00Z", "2026-03-10T17:00:00Z"];
    sandbox.shopify.edits.importMany(
      times.map((updatedAt, index) => ({ id: customerId(index + 1), updatedAt })),
      true,
    );
    const [fromMs, toMs] = [Date.parse("2026-03-10T14:00:00Z"), Date.parse("2026-03-10T16:00:00Z")];
    expect(whole(await source.span({ fromMs, toMs }, 100))).toMatchObject({
      rows: [{ id: customerId(2) }],
      outside: 2,
      readAsAsked: true,
    });
  });

  it("shopify-12 strict or not, a row at the very bound is there once", async () => {
    const { source, timeOf, control } = await openShop();
    for (const inclusiveBounds of [true, false]) {
      await control("/shopify/settings", "PATCH", { inclusiveBounds });
      const span = whole(await source.span({ fromMs: timeOf(3), toMs: timeOf(3) }, 100));
      expect(span.rows.map(({ id }) => id)).toEqual([customerId(3)]);
    }
  });

  it("shopify-17 shopify-47 two spans that meet share nothing but the second at which they meet", async () => {
    const { source, timeOf } = await openShop(9);
    const early = whole(await source.span({ fromMs: timeOf(1), toMs: timeOf(5) }, 100));
    const late = whole(await source.span({ fromMs: timeOf(5), toMs: timeOf(9) }, 100));
    expect(new Set([...early.rows, ...late.rows].map(({ id }) => id)).size).toBe(9);
  });

  it("shopify-14 a time that was read without its quotes fails; so does any ignored filter that says so", async () => {
    const { source, timeOf, breakShopify } = await openShop();
    for (const fault of ["unquoted-time", "ignored-filter"]) {
      await breakShopify({ fault });
      expect(await source.span({ fromMs: timeOf(2), toMs: timeOf(4) }, 100)).toMatchObject({
        ok: false,
        error: { code: "source.query_refused", detail: "search_warning" },
      });
    }
  });

  it("a filter that was ignored without a word gives itself away by its rows", async () => {
    const { source, timeOf, breakShopify } = await openShop();
    await breakShopify({ fault: "ignored-filter-silent" });
    expect(whole(await source.span({ fromMs: timeOf(2), toMs: timeOf(4) }, 100))).toMatchObject({
      rows: { length: 3 },
      outside: 2,
    });
  });
});

describe("counts (R5)", () => {
  it("are exact or say what they are", async () => {
    const { source, breakShopify } = await openShop();
    expect(whole(await source.count())).toMatchObject({ exact: 5, precision: "EXACT" });
    await breakShopify({ fault: "count-cap" });
    expect(whole(await source.count())).toMatchObject({ exact: null, precision: "AT_LEAST" });
  });
});

describe("access (R2)", () => {
  it("says whose shop it is, what is granted and what these very operations need", async () => {
    const { source, orders, grant } = await openShop();
    expect(whole(await source.access())).toMatchObject({
      shopId: "gid://shopify/Shop/70000000001",
      grantedScopes: ORDER_SCOPES,
      missingScopes: [],
      approvals: ["customer:email", "customer:name", "customer:phone"],
      wholePast: true,
      oldestVisibleMs: null,
    });
    await grant(["read_customers"]);
    expect(whole(await orders.access())).toMatchObject({ missingScopes: ["read_orders"], wholePast: false });
  });

  it("every read by id counts what it could see of protected data", async () => {
    const { source, sandbox, breakShopify } = await openShop();
    sandbox.shopify.edits.edit(customerId(1), { email: null });
    const ids = [1, 2, 3].map(customerId);
    expect(whole(await source.read(ids)).presence).toEqual({ records: 3, withAddress: 2, withName: 3, withPhone: 0 });
    await breakShopify({ fault: "denied-fields-silent" });
    expect(whole(await source.read(ids)).presence).toEqual({ records: 3, withAddress: 0, withName: 0, withPhone: 0 });
  });

  it("shopify-2 shopify-34 the 60-day wall: an order of 61 days is absent, and the oldest that shows tells it", async () => {
    const { orders, sandbox, grant } = await openShop();
    const days = [10, 59, 61];
    sandbox.shopify.edits.orders.importMany(
      days.map((age) => ({ id: String(5_000_000_000_000 + age), createdAt: at(Date.now() - age * DAY_MS) })),
      true,
    );
    const oldestDays = async () => (Date.now() - (whole(await orders.access()).oldestVisibleMs ?? 0)) / DAY_MS;
    expect(await oldestDays()).toBeCloseTo(61, 2);
    await grant(["read_customers", "read_orders"]);
    expect(await oldestDays()).toBeCloseTo(59, 2);
    expect(whole(await orders.total())).toBe(2);
    expect(whole(await orders.read(["5000000000061"])).records.get("5000000000061")).toBeNull();
    expect(whole(await orders.access())).toMatchObject({ missingScopes: [], wholePast: false });
    await grant(["read_customers"]);
    expect(await orders.page({ kind: "updated", cursor: null, first: 10 })).toMatchObject({
      ok: false,
      error: { code: "source.scope" },
    });
  });
});

describe("departures (R5, nulls by id)", () => {
  it("names who was deleted and who was merged, since a time", async () => {
    const { source, sandbox } = await openShop();
    const sinceMs = Date.now() - 1_000;
    sandbox.shopify.edits.remove(customerId(1));
    sandbox.shopify.edits.merge(customerId(2), customerId(3));
    expect(whole(await source.goneSince(sinceMs))).toMatchObject({
      whole: true,
      gone: [
        { recordId: customerId(2), cause: "merged" },
        { recordId: customerId(1), cause: "deleted" },
      ],
    });
    expect(whole(await source.goneSince(Date.now() + 60_000)).gone).toEqual([]);
    const left = whole(await source.departures([1, 2, 4].map(customerId)));
    expect([...left].sort()).toEqual([
      [customerId(1), "deleted"],
      [customerId(2), "merged"],
    ]);
    const read = whole(await source.read([1, 2, 3].map(customerId))).records;
    expect([...read.values()].map((record) => record?.id ?? null)).toEqual([null, null, customerId(3)]);
  });

  it("goes over many pages: a merchant deletes 250 customers", async () => {
    const { source, sandbox, control } = await openShop(300);
    const ids = Array.from({ length: 250 }, (_, index) => customerId(index + 1));
    expect(await control("/shopify/removals", "POST", { ids })).toEqual({ deleted: 250 });
    expect(whole(await source.goneSince(Date.now() - 60_000)).gone).toHaveLength(250);
    expect(whole(await source.total())).toBe(50);
    expect(sandbox.shopify.state.events).toHaveLength(250);
  });

  it("[?] a merge may be called otherwise, name the one that stayed, or leave nothing: never a wrong departure", async () => {
    const { source, sandbox, control } = await openShop();
    const sinceMs = Date.now() - 1_000;
    for (const [mergeEvent, source_, target, seen] of [
      [{ action: "merged", names: "source" }, 1, 5, [customerId(1)]],
      [{ action: "something_new", names: "source" }, 2, 5, [customerId(1)]],
      [null, 3, 5, [customerId(1)]],
    ] as const) {
      await control("/shopify/settings", "PATCH", { mergeEvent });
      sandbox.shopify.edits.merge(customerId(source_), customerId(target));
      expect(whole(await source.goneSince(sinceMs)).gone.map(({ recordId }) => recordId)).toEqual(seen);
    }
  });

  it("an order that was deleted is one of the orders, not of the customers", async () => {
    const { source, orders, sandbox } = await openShop();
    const { id } = sandbox.shopify.edits.orders.create({});
    sandbox.shopify.edits.orders.remove(id);
    expect(whole(await orders.goneSince(0)).gone).toMatchObject([{ recordId: id, cause: "deleted" }]);
    expect(whole(await source.departures([id])).size).toBe(0);
  });
});
