import { describe, expect, it } from "vitest";
import type { Failure } from "@/lib/runner/failures";
import type { ListRow, Source, WalkKind } from "@/lib/runner/reading-ports";
import { connectSource, data, errors, list, node, type Row, type Variables } from "./shopify-server";

const at = (seconds: number) => new Date(Date.UTC(2026, 1, 1) + seconds * 1000).toISOString().replace(".000", "");
const rowsFrom = (count: number, row: (index: number) => Row) =>
  Array.from({ length: count }, (_, index) => row(index));

/** Walks to the end or to the first failure. */
async function walk(source: Source, kind: WalkKind, first = 250) {
  const rows: ListRow[] = [];
  let cursor: string | null = null;
  for (let pages = 1; pages < 400; pages += 1) {
    const page: Awaited<ReturnType<Source["page"]>> = await source.page({ kind, cursor, first });
    if (!page.ok) return { rows, pages, failure: page.error as Failure | null };
    rows.push(...page.value.rows);
    cursor = page.value.nextCursor;
    if (cursor === null) return { rows, pages, failure: null as Failure | null };
  }
  throw new Error("The walk does not end.");
}

/** A shop that pages as Shopify does: keyset cursors, `id:>` and `updated_at:<=` filters, 25,000 rows a list. */
function serveShop(customers: Row[]) {
  const lists: string[] = [];
  const answer = ({ first = 0, after, query }: Variables) => {
    if (!after) lists.push(query ?? "");
    const above = /^id:>(\d+)$/.exec(query ?? "")?.[1];
    const below = /^updated_at:<='(.+)'$/.exec(query ?? "")?.[1];
    const all = customers.filter((row) => (above ? Number(row.id) > Number(above) : below ? row.at <= below : true));
    const start = after ? Number(after) : 0;
    if (start + first > 25_000) return errors("BAD_REQUEST");
    const end = start + first;
    return list(all.slice(start, end), end < all.length ? String(end) : null);
  };
  return { answer, lists };
}

describe("the walk by time", () => {
  it("lists unfiltered; ids stay text, consent is what the list says, the clock is Shopify's", async () => {
    const { source, variables, server } = await connectSource(() =>
      list(
        [
          { id: "9", at: at(2) },
          { id: "8", at: at(2), state: "UNSUBSCRIBED" },
          { id: "7", at: at(1), state: null },
        ],
        null,
      ),
    );
    const page = await source.page({ kind: "updated", cursor: null, first: 250 });
    expect(page).toMatchObject({
      ok: true,
      value: {
        rows: [
          { id: "9", updatedAtMs: Date.parse(at(2)), subscribed: true },
          { id: "8", updatedAtMs: Date.parse(at(2)), subscribed: false },
          { id: "7", updatedAtMs: Date.parse(at(1)), subscribed: false },
        ],
        nextCursor: null,
      },
    });
    expect(page.ok && Math.abs(page.value.serverTimeMs - Date.now())).toBeLessThan(5_000);
    expect(variables()).toEqual([{ first: 250, after: null, query: null }]);
    expect(server.requests[0]?.body).toContain("sortKey: UPDATED_AT, reverse: true");
  });

  it("shopify-58 goes beyond the first 250", async () => {
    const shop = serveShop(rowsFrom(251, (index) => ({ id: String(900 - index), at: at(1000 - index) })));
    const { source } = await connectSource(shop.answer);
    const { rows, pages, failure } = await walk(source, "updated");
    expect({ rows: rows.length, pages, failure }).toEqual({ rows: 251, pages: 2, failure: null });
  });

  it("shopify-59 ids beyond 2^53 stay exact", async () => {
    const ids = ["9007199254740993", "9007199254740992", "18446744073709551615"];
    const { source } = await connectSource(() =>
      list(
        ids.map((id) => ({ id, at: at(0) })),
        null,
      ),
    );
    expect((await walk(source, "updated")).rows.map(({ id }) => id)).toEqual(ids);
  });

  it("shopify-20 a server that ignores the cursor is a failed read", async () => {
    const { source } = await connectSource(() => list([{ id: "1", at: at(0) }], "cursor-1"));
    expect(await walk(source, "updated")).toMatchObject({
      pages: 2,
      failure: { code: "source.unreadable", detail: "R1:cursor" },
    });
  });

  it("shopify-21 a repeated cursor is a failed read", async () => {
    const { source } = await connectSource((_, index) => list([{ id: String(9 - index), at: at(9 - index) }], "same"));
    expect(await walk(source, "updated")).toMatchObject({ pages: 2, failure: { detail: "R1:cursor" } });
  });

  it.each([null, ""])("more pages and the cursor %j: a failed read, not an end", async (endCursor) => {
    const { source } = await connectSource(() => list([{ id: "1", at: at(0) }], { hasNextPage: true, endCursor }));
    expect(await walk(source, "updated")).toMatchObject({ failure: { detail: "R1:cursor" } });
  });

  it("times that rise, within a page or from one to the next, are a failed read", async () => {
    const within = await connectSource(() =>
      list(
        [
          { id: "1", at: at(1) },
          { id: "2", at: at(2) },
        ],
        null,
      ),
    );
    expect(await walk(within.source, "updated")).toMatchObject({ failure: { detail: "R1:order" } });
    const across = await connectSource(({ after }) =>
      after ? list([{ id: "2", at: at(2) }], null) : list([{ id: "1", at: at(1) }], "c"),
    );
    expect(await walk(across.source, "updated")).toMatchObject({ pages: 2, failure: { detail: "R1:order" } });
  });

  it("an id twice in a page is a failed read", async () => {
    const { source } = await connectSource(() =>
      list(
        [
          { id: "1", at: at(1) },
          { id: "1", at: at(1) },
        ],
        null,
      ),
    );
    expect(await walk(source, "updated")).toMatchObject({ failure: { detail: "R1:repeated_id" } });
  });

  it("a short page with more to come is followed", async () => {
    const { source } = await connectSource(({ after }) =>
      after ? list([{ id: "1", at: at(1) }], null) : list([], { hasNextPage: true, endCursor: "c" }),
    );
    expect(await walk(source, "updated")).toMatchObject({ pages: 2, failure: null, rows: [{ id: "1" }] });
  });

  it("a refused cursor says so; the same answer without a cursor, or an error that names nothing, does not", async () => {
    const refused = (code: string | null) =>
      connectSource(({ after }) => (after ? errors(code) : list([{ id: "1", at: at(1) }], "c")));
    const { source } = await refused("BAD_REQUEST");
    expect(await walk(source, "updated")).toMatchObject({
      pages: 2,
      failure: { code: "source.query_refused", detail: "cursor" },
    });
    expect(await walk((await refused(null)).source, "updated")).toMatchObject({ failure: { detail: "R1:errors" } });
    const first = await connectSource(() => errors("BAD_REQUEST"));
    expect(await walk(first.source, "updated")).toMatchObject({ failure: { detail: "bad_request" } });
  });

  it("a cursor of another walk or of nobody is refused without asking", async () => {
    const { source, server } = await connectSource(() => list([], null));
    for (const cursor of ["eyJsYXN0X2lkIjo3fQ==", '["id",null,"0",0,null,[]]', '["updated",1]', ""])
      expect(await source.page({ kind: "updated", cursor, first: 1 })).toMatchObject({
        ok: false,
        error: { detail: "cursor" },
      });
    expect(server.requests).toHaveLength(0);
  });

  it("a page that costs too much is asked for once more, half as long", async () => {
    const { source, variables } = await connectSource(({ first = 0 }) =>
      first > 125 ? errors("MAX_COST_EXCEEDED") : list([], null),
    );
    expect(await walk(source, "updated")).toMatchObject({ failure: null });
    expect(variables().map(({ first }) => first)).toEqual([250, 125]);
    const never = await connectSource(() => errors("MAX_COST_EXCEEDED"));
    expect(await walk(never.source, "updated")).toMatchObject({ failure: { detail: "max_cost_exceeded" } });
    expect(never.server.requests).toHaveLength(2);
  });
});

describe("a walk longer than one list may be", () => {
  it("goes on below the last time, quoted and in UTC, and meets everything", async () => {
    const shop = serveShop(rowsFrom(45_500, (index) => ({ id: String(index + 1), at: at(-Math.floor(index / 3)) })));
    const { source } = await connectSource(shop.answer);
    const { rows, failure } = await walk(source, "updated");
    expect(failure).toBeNull();
    expect(rows).toHaveLength(45_500);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(45_500);
    expect(shop.lists).toEqual(["", `updated_at:<='${at(-6666)}'`, expect.stringMatching(/^updated_at:<='/)]);
  });

  it("not below a time that the index may lack: it fails rather than miss rows", async () => {
    const now = new Date().toISOString().replace(/\.\d+/, "");
    const shop = serveShop(rowsFrom(25_500, (index) => ({ id: String(index + 1), at: now })));
    const { source } = await connectSource(shop.answer);
    expect(await walk(source, "updated")).toMatchObject({
      failure: { code: "source.unreadable", detail: "R1:walk_too_long" },
    });
    expect(shop.lists).toEqual([""]);
  });

  it("shopify-17 a filter that works by whole days brings rows from above the bound: dropped, the walk has met them", async () => {
    const bound = Date.parse(at(0));
    const { source } = await connectSource(() =>
      list(
        [
          { id: "2", at: at(60) },
          { id: "3", at: at(0) },
          { id: "1", at: at(0) },
        ],
        null,
      ),
    );
    const cursor = JSON.stringify(["updated", null, String(bound), 0, String(bound), ["3"]]);
    expect(await source.page({ kind: "updated", cursor, first: 250 })).toMatchObject({
      ok: true,
      value: { rows: [{ id: "1" }] },
    });
  });

  it("by id: ascending, in lists below 25,000, every id once", async () => {
    const shop = serveShop(rowsFrom(41_000, (index) => ({ id: String(10 + index), at: at(index % 7) })));
    const { source, server } = await connectSource(shop.answer);
    const { rows, failure } = await walk(source, "id");
    expect(failure).toBeNull();
    expect(rows.map(({ id }) => id)).toEqual(
      rowsFrom(41_000, (index) => ({ id: String(10 + index), at: "" })).map(({ id }) => id),
    );
    expect(shop.lists).toEqual(["id:>0", "id:>20009", "id:>40009"]);
    expect(server.requests[0]?.body).toContain("sortKey: ID, reverse: false");
  });

  it("by id: an id that comes again or turns back is a failed read", async () => {
    const { source } = await connectSource(({ after }) =>
      after ? list([{ id: "5", at: at(0) }], null) : list([{ id: "5", at: at(0) }], "c"),
    );
    expect(await walk(source, "id")).toMatchObject({ pages: 2, failure: { detail: "R1:order" } });
  });
});

describe("reading by id", () => {
  it("asks 50 at a time, each id once, and answers for every id asked", async () => {
    const { source, variables } = await connectSource(({ ids = [] }) =>
      data({ nodes: ids.map((gid) => (gid.endsWith("/3") ? null : node(gid.slice(23)))) }),
    );
    const ids = rowsFrom(120, (index) => ({ id: String(index + 1), at: "" })).map(({ id }) => id);
    const read = await source.read([...ids, "1"]);
    expect(variables().map((sent) => sent.ids?.length)).toEqual([50, 50, 20]);
    expect(read.ok && [...read.value.records.keys()]).toEqual(ids);
    expect(read.ok && read.value.records.get("3")).toBeNull();
    expect(read.ok && read.value.records.get("120")).toMatchObject({ id: "120" });
  });

  it("puts a customer into our words; states that we do not know stay as they are", async () => {
    const phone = {
      phoneNumber: "+4670",
      marketingState: "SOMETHING_NEW",
      marketingOptInLevel: null,
      marketingUpdatedAt: null,
      marketingCollectedFrom: null,
    };
    const { source } = await connectSource(() =>
      data({ nodes: [node("9007199254740993", { defaultPhoneNumber: phone, defaultAddress: null })] }),
    );
    const read = await source.read(["9007199254740993"]);
    expect(read.ok && read.value.records.get("9007199254740993")).toEqual({
      object: "customer",
      id: "9007199254740993",
      createdAtMs: Date.parse("2026-01-01T00:00:00Z"),
      updatedAtMs: Date.parse("2026-02-01T00:00:00Z"),
      firstName: "Ann",
      lastName: null,
      locale: "en",
      tags: ["vip"],
      accountState: "ENABLED",
      verifiedEmail: true,
      numberOfOrders: 3,
      amountSpent: "12.5",
      amountSpentCurrency: "EUR",
      email: {
        address: "ann@example.test",
        state: "SUBSCRIBED",
        optInLevel: "SINGLE_OPT_IN",
        updatedAtMs: Date.parse("2026-01-15T10:00:00Z"),
      },
      phone: { number: "+4670", state: "SOMETHING_NEW", optInLevel: null, updatedAtMs: null },
      countryCode: null,
      provinceCode: null,
    });
  });

  it("an answer about other records, or fewer, is no answer", async () => {
    for (const nodes of [[node("2")], [], [node("1"), node("2")]]) {
      const { source } = await connectSource(() => data({ nodes }));
      expect(await source.read(["1"])).toMatchObject({ ok: false, error: { detail: "R1:other_nodes" } });
    }
    const { source } = await connectSource(() => data({ nodes: null }));
    expect(await source.read(["1"])).toMatchObject({ ok: false, error: { detail: "R1:null_connection" } });
  });

  it.each([
    ["too dear: read in two halves", 25, [50, 25, 25], null],
    ["a half that is still too dear is a fault of ours, and told", 15, [50, 25], "max_cost_exceeded"],
  ])("%s", async (_, most, asked, detail) => {
    const { source, variables } = await connectSource(({ ids = [] }) =>
      ids.length > most ? errors("MAX_COST_EXCEEDED") : data({ nodes: ids.map((gid) => node(gid.slice(23))) }),
    );
    const read = await source.read(rowsFrom(50, (index) => ({ id: String(index + 1), at: "" })).map(({ id }) => id));
    expect(read.ok ? read.value.records.size : read.error.detail).toBe(detail ?? 50);
    expect(variables().map((sent) => sent.ids?.length)).toEqual(asked);
  });

  it("ids that are not numbers are refused without asking", async () => {
    const { source, server } = await connectSource(() => data({ nodes: [] }));
    expect(await source.read(['1") { shop'])).toMatchObject({
      ok: false,
      error: { code: "source.query_refused", detail: "id" },
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe("the total", () => {
  it.each([
    ["EXACT", 1234],
    ["AT_LEAST", null],
  ])("%s: %j", async (precision, total) => {
    const { source, server } = await connectSource(() => data({ customersCount: { count: 1234, precision } }));
    expect(await source.total()).toEqual({ ok: true, value: total });
    expect(server.requests[0]?.body).toContain("limit: null");
  });
});
