import { describe, expect, it } from "vitest";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { readShared, sharedDir } from "@/tests/support/shared";
import { openShop, shortIds, someCustomers, WALK } from "@/tests/unit/sandbox/shopify/shop";

const COUNT = "query Count($query: String) { customersCount(query: $query, limit: null) { count precision } }";

interface SearchVector {
  id: string;
  connection: string;
  query: string | null;
  expect: Record<string, unknown> & { warnings?: { field: string; code: string }[] | string };
}

describe.runIf(sharedDir)("search vectors", () => {
  const { vectors } = sharedDir
    ? (JSON.parse(readShared("api/shopify/search-parse-vectors.json")) as { vectors: SearchVector[] })
    : { vectors: [] };
  const vector = (id: string): SearchVector => {
    const found = vectors.find((one) => one.id === id);
    if (!found) throw new Error(`No vector ${id}`);
    return found;
  };

  async function search(id: string, customers: CustomerInput[] = someCustomers(5), settings?: unknown) {
    const shop = openShop();
    shop.shop.edits.importMany(customers, true);
    if (settings) await shop.control("PATCH", "/settings", settings);
    const { connection, query, expect: wanted } = vector(id);
    const text = connection === "customersCount" ? COUNT : WALK;
    const reply = await shop.ask(text, { query, first: 250 });
    const root = reply.body.data?.[connection === "customersCount" ? "customersCount" : "customers"];
    return { reply, root, wanted, debug: reply.body.extensions?.search?.[0], ids: shortIds(root) };
  }

  it("knows every vector there is (a new one must be dealt with here)", () => {
    expect(vectors.map(({ id }) => id)).toEqual(Array.from({ length: 17 }, (_, index) => `q${index + 1}`));
  });

  it("q1: a quoted UTC time is that instant, without warnings", async () => {
    const { debug, wanted, ids } = await search("q1", [
      ...someCustomers(2),
      { id: "7000000000009", updatedAt: "2025-12-31T23:59:59Z" },
    ]);
    expect(debug?.parsed).toEqual({ field: "updated_at", range: { gte: (wanted.range as { gte: string }).gte } });
    expect(debug?.warnings).toEqual([]);
    expect(ids).toEqual([2, 1]);
  });

  it("q2: an unquoted time is shop-local midnight and a junk term, on a 200", async () => {
    const before = { id: "7000000000009", updatedAt: "2026-01-01T04:59:59Z" };
    const after = { id: "7000000000010", updatedAt: "2026-01-01T05:00:00Z" };
    const { reply, debug, wanted, ids } = await search("q2", [before, after]);
    expect(reply.status).toBe(200);
    expect(reply.body.errors).toBeUndefined();
    expect(debug?.parsed).toEqual({
      and: [{ field: "updated_at", range: { gte: (wanted.range as { gte: string }).gte } }, wanted.extraTerm],
    });
    expect(debug?.warnings).toMatchObject(wanted.warnings as object[]);
    expect(ids).toEqual([10]);
  });

  it("q3: an unquoted time of day is lost", async () => {
    const { reply, debug, ids } = await search("q3", [{ id: "7000000000009", updatedAt: "2026-01-01T09:00:00Z" }]);
    expect(reply.body.errors).toBeUndefined();
    expect(debug?.warnings).toHaveLength(1);
    expect(ids).toEqual([9]);
  });

  it("q4: a strict bound is read as an inclusive one", async () => {
    const { debug } = await search("q4");
    expect(JSON.stringify(debug?.parsed)).toContain('"lte":"2000-01-01T00:00:00-05:00"');
  });

  it("q5: a row at exactly T is included, unless the switch says strict", async () => {
    const rows = [{ id: "7000000000009", updatedAt: "2026-01-01T10:30:00Z" }];
    expect((await search("q5", rows)).ids).toEqual([9]);
    expect((await search("q5", rows, { inclusiveBounds: false })).ids).toEqual([]);
  });

  it.each(["q6", "q7"])("%s: a filter that the count does not know counts the whole shop", async (id) => {
    const { root, debug, wanted } = await search(id);
    expect(root).toEqual({ count: 5, precision: wanted.precision });
    expect(debug?.warnings).toMatchObject(wanted.warnings as object[]);
  });

  it("q8: the customers list ignores created_at, with a warning", async () => {
    const { ids, debug, wanted } = await search("q8");
    expect(ids).toEqual([5, 4, 3, 2, 1]);
    expect(debug?.warnings).toMatchObject(wanted.warnings as object[]);
  });

  it("q9, q10: an address is matched by its words unless it is quoted", async () => {
    const { mayMatch } = vector("q9").expect as unknown as { mayMatch: string[] };
    const rows = mayMatch.map((address, index) => ({ id: String(7_000_000_000_001 + index), email: { address } }));
    expect((await search("q9", rows)).ids.sort()).toEqual([1, 2]);
    expect((await search("q10", rows)).ids).toEqual([1]);
  });

  it("q11: the switch turns the instant into the shop's whole day", async () => {
    const rows = [
      { id: "7000000000001", updatedAt: "2026-01-01T04:59:59Z" },
      { id: "7000000000002", updatedAt: "2026-01-01T05:00:00Z" },
      { id: "7000000000003", updatedAt: "2026-01-01T10:30:00Z" },
    ];
    expect((await search("q11", rows, { customerUpdatedAtGranularity: "instant" })).ids).toEqual([3]);
    expect((await search("q11", rows, { customerUpdatedAtGranularity: "shop-day" })).ids).toEqual([3, 2]);
  });

  it("q12: a comparator without a value is a server fault on a 200", async () => {
    const { reply } = await search("q12");
    expect(reply.status).toBe(200);
    expect(reply.body.errors).toMatchObject([{ extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
  });

  it("q13: unbalanced syntax is tolerated", async () => {
    const { reply, ids } = await search("q13");
    expect(reply.body.errors).toBeUndefined();
    expect(ids).toHaveLength(5);
  });

  it("q14: two terms are both required", async () => {
    const rows = ["2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z", "2026-03-09T03:59:59Z", "2026-03-09T04:00:01Z"].map(
      (updatedAt, index) => ({
        id: String(7_000_000_000_001 + index),
        updatedAt,
      }),
    );
    expect((await search("q14", rows)).ids).toEqual([3, 2]);
  });

  it.each(["q15", "q16"])("%s: no query is every row, and nothing to debug", async (id) => {
    const { ids, debug } = await search(id);
    expect(ids).toHaveLength(5);
    expect(debug).toBeUndefined();
  });

  it("q17: ids are compared as numbers, strictly", async () => {
    const { ids, debug, wanted } = await search("q17");
    const { field, gt } = wanted.range as { field: string; gt: number };
    expect(debug?.parsed).toEqual({ field, range: { gt } });
    expect(ids.sort()).toEqual([2, 3, 4, 5]);
  });
});
