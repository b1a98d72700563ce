import { describe, expect, it } from "vitest";
import { mintCursor, readCursor } from "@/lib/sandbox/shopify/cursor";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { SHOPIFY_FAULTS } from "@/lib/sandbox/shopify/known-faults";
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

describe.runIf(sharedDir)("cursor vectors", () => {
  interface Vector {
    case: string;
    cursor: string;
    decoded: { last_id: number; last_value: string | number };
  }
  const { vectors } = sharedDir
    ? (JSON.parse(readShared("api/shopify/cursor-vectors.json")) as { vectors: Vector[] })
    : { vectors: [] };

  it.each(vectors)("$case: minted and read back", ({ cursor, decoded }) => {
    const id = String(decoded.last_id);
    const order = typeof decoded.last_value === "number" ? "seconds" : decoded.last_value === id ? "id" : "micros";
    const place = readCursor(cursor, order);
    expect(place?.id).toBe(id);
    expect(place && mintCursor(place, order)).toBe(cursor);
  });

  it("three rows in one second page as 2 and 1, in id order", async () => {
    const shop = openShop();
    const updatedAt = "2026-01-01T10:00:00Z";
    shop.shop.edits.importMany(
      [1, 2, 3].map((n) => ({ id: `700000000000${n}`, updatedAt })),
      true,
    );
    const first = await shop.ask(WALK, { first: 2, reverse: false });
    const second = await shop.ask(WALK, {
      first: 2,
      reverse: false,
      after: first.body.data?.customers?.pageInfo?.endCursor,
    });
    expect([shortIds(first.body.data?.customers), shortIds(second.body.data?.customers)]).toEqual([[1, 2], [3]]);
    expect(second.body.data?.customers?.pageInfo?.hasNextPage).toBe(false);
  });

  it("a row behind the cursor that is rewritten in the same second is not served again", async () => {
    const shop = openShop();
    shop.shop.edits.importMany(
      [
        { id: "7000000000003", updatedAt: "2026-01-01T09:00:00Z" },
        { id: "7000000000005", updatedAt: "2026-01-01T10:00:00.500000Z" },
        { id: "7000000000006", updatedAt: "2026-01-01T10:00:01Z" },
      ],
      true,
    );
    const first = await shop.ask(WALK, { first: 2, reverse: false });
    shop.shop.edits.edit("7000000000003", { updatedAt: "2026-01-01T10:00:00Z" });
    const rest = await shop.ask(WALK, {
      first: 2,
      reverse: false,
      after: first.body.data?.customers?.pageInfo?.endCursor,
    });
    expect(shortIds(first.body.data?.customers)).toEqual([3, 5]);
    expect(shortIds(rest.body.data?.customers)).toEqual([6]);
  });

  it("a row ahead of the cursor that is rewritten leaves this walk and heads the next", async () => {
    const shop = openShop();
    shop.shop.edits.importMany(
      [9, 8, 7].map((n, i) => ({ id: `700000000000${n}`, updatedAt: `2026-01-01T10:00:0${5 - i}Z` })),
      true,
    );
    const first = await shop.ask(WALK, { first: 2 });
    shop.shop.edits.edit("7000000000007", { updatedAt: "2026-01-01T10:00:06Z" });
    const rest = await shop.ask(WALK, { first: 2, after: first.body.data?.customers?.pageInfo?.endCursor });
    const next = await shop.ask(WALK, { first: 3 });
    expect(shortIds(first.body.data?.customers)).toEqual([9, 8]);
    expect(shortIds(rest.body.data?.customers)).toEqual([]);
    expect(shortIds(next.body.data?.customers)).toEqual([7, 9, 8]);
  });
});

describe.runIf(sharedDir)("consent vectors", () => {
  interface WriteVector {
    write: { state?: string; optIn?: string | null; at?: string; customer?: string; sms?: string };
    result: string;
  }
  interface ReadVector {
    email: { state: string; optIn?: string | null; at?: string | null } | null;
  }
  const { writes, reads } = sharedDir
    ? (JSON.parse(readShared("api/shopify/consent-vectors.json")) as { writes: WriteVector[]; reads: ReadVector[] })
    : { writes: [], reads: [] };

  const TIMES: Record<string, string> = {
    future: "2026-06-01T12:00:06Z",
    "two months before the write": "2026-04-01T12:00:00Z",
  };

  it.each(writes)("write $write: $result", async ({ write, result }) => {
    const shop = openShop();
    const hasAddress = write.customer !== "without an address";
    const created = shop.shop.edits.create({
      email: hasAddress ? { address: "ann@example.test", marketingOptInLevel: "SINGLE_OPT_IN" } : null,
    });
    shop.advance(5_000);
    const body = {
      state: write.sms ?? write.state,
      // Where a vector leaves the level out, it is about something else and a valid write has one.
      optInLevel: "optIn" in write ? write.optIn : "SINGLE_OPT_IN",
      ...(write.at === undefined ? {} : { at: TIMES[write.at] }),
    };
    const answer = await shop.control("POST", `/customers/${created.id}/${write.sms ? "sms" : "email"}-consent`, body);
    const stored = shop.shop.state.accepted.get(created.id);
    if (/^(user|top-level) error/.test(result)) {
      expect(stored).toEqual(created);
      expect(answer.status).toBe(result.startsWith("top-level") ? 422 : 200);
      if (answer.status === 200) expect(answer.body.userErrors).toHaveLength(1);
      return;
    }
    expect(answer).toMatchObject({ status: 200, body: { userErrors: [] } });
    if (!hasAddress) {
      expect(stored).toEqual(created);
      return;
    }
    expect(stored?.email).toMatchObject({ marketingState: body.state, marketingOptInLevel: body.optInLevel });
    expect(stored?.email?.marketingUpdatedAt).toBe(body.at ?? "2026-06-01T12:00:05Z");
    expect(stored?.updatedAt.slice(0, 19)).toBe("2026-06-01T12:00:05");
  });

  it("right after a consent write, by id is current while the index finds nothing", async () => {
    const shop = openShop();
    await shop.control("PATCH", "/settings", { indexLagMs: 1_800_000 });
    const { id } = shop.shop.edits.create({ email: { address: "ann@example.test" } });
    await shop.control("POST", `/customers/${id}/email-consent`, { state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN" });
    const read =
      'query Both($id: ID!) { customer(id: $id) { defaultEmailAddress { marketingState } } customers(first: 5, query: "email:ann") { nodes { id } } }';
    const gid = `gid://shopify/Customer/${id}`;
    const early = await shop.ask(read, { id: gid });
    expect(early.body.data).toMatchObject({
      customer: { defaultEmailAddress: { marketingState: "SUBSCRIBED" } },
      customers: { nodes: [] },
    });
    shop.advance(1_800_000);
    const late = await shop.ask(read, { id: gid });
    expect(late.body.data?.customers?.nodes).toHaveLength(1);
  });

  it.each(reads)("read $email goes over the wire as it is stored", async ({ email }) => {
    const shop = openShop();
    const consent = email && {
      marketingState: email.state,
      marketingOptInLevel: email.optIn ?? null,
      marketingUpdatedAt: email.at ?? null,
    };
    const { id } = shop.shop.edits.create({ email: consent && { address: "ann@example.test", ...consent } });
    const reply = await shop.ask(
      "query One($id: ID!) { customer(id: $id) { defaultEmailAddress { marketingState marketingOptInLevel marketingUpdatedAt } } }",
      { id: `gid://shopify/Customer/${id}` },
    );
    expect(reply.body).not.toHaveProperty("errors");
    expect(reply.body.data?.customer).toEqual({ defaultEmailAddress: consent });
  });

  it("two versions of one record can share a second in the API and differ", async () => {
    const shop = openShop();
    const { id } = shop.shop.edits.create({ firstName: "Before" });
    const read = "query One($id: ID!) { customer(id: $id) { updatedAt firstName } }";
    const before = await shop.ask(read, { id: `gid://shopify/Customer/${id}` });
    shop.shop.edits.edit(id, { firstName: "After" });
    const after = await shop.ask(read, { id: `gid://shopify/Customer/${id}` });
    expect(after.body.data?.customer?.updatedAt).toBe(before.body.data?.customer?.updatedAt);
    expect(after.body.data?.customer?.firstName).toBe("After");
  });
});

describe.runIf(sharedDir)("fault matrix", () => {
  /** Faults that are not scheduled per request: settings, edits, plain behaviour, and those of webhooks, orders, bulk reads and token refresh. */
  const ELSEWHERE = [
    [
      "refresh-lost",
      "lagging-index",
      "late-commit",
      "ignored-filter",
      "unquoted-time",
      "sixty-days",
      "count-ignored-filter",
    ],
    [
      "merge",
      "delete",
      "redact",
      "consent-flip",
      "consent-old-event",
      "webhook-dup",
      "webhook-missing",
      "webhook-bad-hmac",
    ],
    ["bulk-no-url", "bulk-partial", "bulk-short-file"],
  ].flat();

  it("every fault of the matrix can be scheduled, or is named as belonging elsewhere", () => {
    const { faults } = JSON.parse(readShared("api/shopify/fault-matrix.json")) as { faults: { id: string }[] };
    const known: string[] = SHOPIFY_FAULTS.map(({ fault }) => fault);
    expect(
      faults
        .map(({ id }) => id)
        .filter((id) => !known.includes(id))
        .sort(),
    ).toEqual([...ELSEWHERE].sort());
  });
});
