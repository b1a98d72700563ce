import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openShop, shortIds, someCustomers, WALK, WALK_BY_ID } from "@/tests/unit/sandbox/shopify/shop";

type Shop = ReturnType<typeof openShop>;

/** Pages to the end and returns every id met, in order. */
async function walk(shop: Shop, text: string, variables: Record<string, unknown>): Promise<number[]> {
  const met: number[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 500; pages += 1) {
    const reply = await shop.ask(text, { ...variables, after });
    const page = reply.body.data?.customers;
    met.push(...shortIds(page));
    if (!page?.pageInfo?.hasNextPage) return met;
    after = page.pageInfo.endCursor;
  }
  throw new Error("The walk does not end");
}

describe("walks over the stand-in", () => {
  it("serves every customer exactly once, newest first, whatever the page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (seconds, first, reverse, filtered) => {
          const shop = openShop();
          await shop.control("PATCH", "/settings", { throttle: { maximumAvailable: 1e9 } });
          const rows = seconds.map((second, index) => ({
            id: String(7_000_000_000_001 + index),
            updatedAt: `2026-01-01T00:00:0${second}.${filtered ? "000000" : String(index % 3).padStart(6, "0")}Z`,
          }));
          shop.shop.edits.importMany(rows, true);
          const query = filtered ? "updated_at:>='2026-01-01T00:00:00Z'" : null;
          const met = await walk(shop, WALK, { first, reverse, query });
          const expected = [...rows]
            .sort((a, b) => (a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? -1 : 1))
            .map(({ id }) => Number(id) - 7_000_000_000_000);
          expect(met).toEqual(reverse ? expected.reverse() : expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("compares ids beyond 2^53 without rounding them", async () => {
    const shop = openShop();
    shop.shop.edits.importMany([{ id: "9007199254740993" }, { id: "9007199254740992" }, { id: "999" }], true);
    const reply = await shop.ask(WALK_BY_ID, { first: 250, query: "id:>9007199254740992" });
    expect(reply.body.data?.customers?.nodes?.map(({ id }) => id)).toEqual(["gid://shopify/Customer/9007199254740993"]);
    const all = await shop.ask(WALK_BY_ID, { first: 250 });
    expect(all.body.data?.customers?.nodes?.map(({ id }) => id.split("/").pop())).toEqual([
      "999",
      "9007199254740992",
      "9007199254740993",
    ]);
  });

  it("hides microseconds and orders by them only where the primary answers", async () => {
    const shop = openShop();
    shop.shop.edits.importMany(
      [
        { id: "7000000000001", updatedAt: "2026-01-01T00:00:00.900000Z" },
        { id: "7000000000002", updatedAt: "2026-01-01T00:00:00.100000Z" },
      ],
      true,
    );
    const unfiltered = await shop.ask(WALK, { first: 10 });
    const filtered = await shop.ask(WALK, { first: 10, query: "updated_at:>='2026-01-01T00:00:00Z'" });
    expect(shortIds(unfiltered.body.data?.customers)).toEqual([1, 2]);
    expect(shortIds(filtered.body.data?.customers)).toEqual([2, 1]);
    expect(unfiltered.body.data?.customers?.nodes?.[0]?.updatedAt).toBe("2026-01-01T00:00:00Z");
  });

  it("refuses pages above 250, walks beyond the cap, and cursors of another order", async () => {
    const shop = openShop();
    shop.shop.edits.importMany(someCustomers(10), true);
    await shop.control("PATCH", "/settings", { walkCap: 6 });
    expect((await shop.ask(WALK, { first: 251 })).body.errors).toMatchObject([{ extensions: { code: "BAD_REQUEST" } }]);
    const first = await shop.ask(WALK, { first: 4 });
    const second = await shop.ask(WALK, { first: 4, after: first.body.data?.customers?.pageInfo?.endCursor });
    expect(second.body.data?.customers?.nodes).toHaveLength(2);
    const after = second.body.data?.customers?.pageInfo?.endCursor;
    expect((await shop.ask(WALK, { first: 4, after })).body.errors).toMatchObject([
      { message: "Pagination is limited to 6 objects." },
    ]);
    expect((await shop.ask(WALK_BY_ID, { first: 4, after })).body.errors).toMatchObject([
      { extensions: { code: "BAD_REQUEST" } },
    ]);
  });

  it("lets the index lag while the primary is current, and counts by the index", async () => {
    const shop = openShop();
    await shop.control("PATCH", "/settings", { indexLagMs: 60_000 });
    shop.shop.edits.create({ id: "7000000000001" });
    const filter = { first: 10, query: "id:>0" };
    const count = "query Count { customersCount { count precision } }";
    expect(shortIds((await shop.ask(WALK, { first: 10 })).body.data?.customers)).toEqual([1]);
    expect(shortIds((await shop.ask(WALK_BY_ID, filter)).body.data?.customers)).toEqual([]);
    expect((await shop.ask(count)).body.data?.customersCount?.count).toBe(0);
    shop.advance(60_000);
    expect(shortIds((await shop.ask(WALK_BY_ID, filter)).body.data?.customers)).toEqual([1]);
    expect((await shop.ask(count)).body.data?.customersCount?.count).toBe(1);
  });

  it("shows a late commit below rows that were stamped after it", async () => {
    const shop = openShop();
    shop.shop.edits.create({ id: "7000000000001" }, { commitDelayMs: 5_000 });
    shop.advance(1_000);
    shop.shop.edits.create({ id: "7000000000002" });
    expect(shortIds((await shop.ask(WALK, { first: 10 })).body.data?.customers)).toEqual([2]);
    shop.advance(4_000);
    expect(shortIds((await shop.ask(WALK, { first: 10 })).body.data?.customers)).toEqual([2, 1]);
  });

  it("serves null for deleted customers and mints no id twice", async () => {
    const shop = openShop();
    const { id } = shop.shop.edits.create({});
    shop.shop.edits.remove(id);
    const gid = `gid://shopify/Customer/${id}`;
    const reply = await shop.ask(
      "query W($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Customer { updatedAt } ... on Order { updatedAt } } }",
      { ids: [gid] },
    );
    expect(reply.body.data).toEqual({ nodes: [null] });
    expect(shop.shop.edits.create({}).id).not.toBe(id);
    expect(shop.shop.state.customers.deletedIds).toEqual(new Set([id]));
  });
});
