import { describe, expect, it } from "vitest";
import type { Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";
import type { Source, SourceProofs } from "@/lib/runner/reading-ports";
import { SHOPIFY_FAULTS } from "@/lib/sandbox/shopify/known-faults";
import { readShared, sharedDir } from "@/tests/support/shared";
import { connectShopify, ORDER_SCOPES, openSandbox } from "./connector-stand-ins";
import { EDITS, NOT_READING, type Outcome, PLACES, type Place, REQUEST_FAULTS, WHOLE } from "./fault-outcomes";

const MINUTE_MS = 60_000;
/** Faults that are only noticed by a deadline. */
const SILENT = ["slow", "hang"];
const COUNT = 30;
const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const idAt = (type: string, index: number) => String((type === "Customers" ? 7e12 : 5e12) + 100 - index);

/** 30 customers and 30 orders, a minute apart, the newest ten minutes old; the 21st order was placed 61 days ago. */
async function openShop(fault = "") {
  const opened = await openSandbox();
  const newestMs = Math.floor(Date.now() / 1000) * 1000 - 10 * MINUTE_MS;
  const rows = Array.from({ length: COUNT }, (_, index) => ({ index, updatedAt: stamp(newestMs - index * MINUTE_MS) }));
  const { edits } = opened.sandbox.shopify;
  edits.importMany(
    rows.map(({ index, updatedAt }) => ({
      ...{ id: idAt("Customers", index), updatedAt },
      email: { address: `ann${index}@example.test`, marketingState: "SUBSCRIBED" },
    })),
    true,
  );
  edits.orders.importMany(
    rows.map(({ index, updatedAt }) => ({
      ...{ id: idAt("Orders", index), updatedAt, email: `ann${index}@example.test` },
      ...(index === 20 ? { createdAt: stamp(newestMs - 61 * 24 * 60 * MINUTE_MS) } : {}),
    })),
    true,
  );
  await opened.grant(ORDER_SCOPES);
  await opened.control("/shopify/settings", "PATCH", { throttle: { maximumAvailable: 1e6, restoreRate: 1e6 } });
  return { ...opened, ...connectShopify(opened.sandbox, SILENT.includes(fault) ? { timeoutMs: 400 } : {}), newestMs };
}

type Shop = Awaited<ReturnType<typeof openShop>>;
type AnySource = Source<{ object: string; email: unknown }> & Required<SourceProofs>;

const told = <T>(answer: Result<T, Failure>, words: (value: T) => string): string =>
  answer.ok ? words(answer.value) : `${answer.error.code} ${answer.error.detail}`;

/** Walks to the end in pages of ten, or to the first failure. */
async function walk(source: AnySource): Promise<string> {
  const met: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<AnySource["page"]>> = await source.page({ kind: "updated", cursor, first: 10 });
    if (!page.ok) return told(page, String);
    met.push(...page.value.rows.map(({ id }) => id));
    cursor = page.value.nextCursor;
  } while (cursor !== null);
  return `${new Set(met).size} rows`;
}

async function readAt(source: AnySource, type: string, place: Place, newestMs: number): Promise<string> {
  switch (place) {
    case "first":
    case "middle":
    case "last":
      return walk(source);
    case "byId": {
      const ids = Array.from({ length: COUNT }, (_, index) => idAt(type, index));
      return told(await source.read(ids), ({ records, presence }) => {
        const found = [...records.values()].filter((record) => record !== null);
        return `${found.length} records, ${presence?.withAddress} with an address`;
      });
    }
    case "count":
      return told(await source.count(), ({ exact, precision }) => `${exact} ${precision}`);
    case "span": {
      const span = { fromMs: newestMs - 24 * MINUTE_MS, toMs: newestMs - 5 * MINUTE_MS };
      return told(await source.span(span, 1_000), ({ rows, outside }) => `${rows.length} rows, ${outside} outside`);
    }
  }
}

const SKIPS: Readonly<Record<Place, number>> = { first: 0, middle: 1, last: 2, byId: 0, count: 0, span: 0 };
const NAMES: Readonly<Record<Place, string>> = {
  ...{ first: "Page", middle: "Page", last: "Page", byId: "ByIds", count: "Count", span: "InSpan" },
};

/** Places the fault, reads, and takes it away again. */
async function strike(shop: Shop, type: "Customers" | "Orders", place: Place, fault: string, forever = false) {
  const source = (type === "Customers" ? shop.source : shop.orders) as AnySource;
  await shop.breakShopify({
    ...{ fault, match: `${type}${NAMES[place]}`, skip: SKIPS[place], times: forever ? "forever" : 1 },
    // Between the tenth and the eleventh record.
    ...(["lagging-index", "stale-replica"].includes(fault)
      ? { delayMs: Date.now() - shop.newestMs + 9.5 * MINUTE_MS }
      : {}),
  });
  const outcome = await readAt(source, type, place, shop.newestMs);
  await shop.control("/shopify/faults", "DELETE");
  return outcome;
}

const expected = (outcome: Outcome, type: string) =>
  Object.fromEntries(
    PLACES.map((place) => [
      place,
      (type === "Orders" ? outcome.orders?.[place] : undefined) ??
        outcome.at?.[place] ??
        outcome.everywhere ??
        WHOLE[place],
    ]),
  );

describe("what the connector makes of each fault, wherever in a read it strikes", () => {
  const cases = Object.keys(REQUEST_FAULTS).flatMap((fault) =>
    (["Customers", "Orders"] as const).map((type) => [fault, type] as const),
  );

  it.each(cases)("%s, reading %s", async (fault, type) => {
    const shop = await openShop(fault);
    const outcome = REQUEST_FAULTS[fault] ?? {};
    const seen: Record<string, string> = {};
    for (const place of PLACES) seen[place] = await strike(shop, type, place, fault);
    expect(seen).toEqual(expected(outcome, type));
    if (outcome.forever) expect(await strike(shop, type, "first", fault, true)).toBe(outcome.forever);
    expect(await readAt(shop.source as AnySource, "Customers", "first", shop.newestMs)).toBe(WHOLE.first);
  });

  it("each fault that the stand-in can play is in the table, and no other", () => {
    expect(Object.keys(REQUEST_FAULTS).sort()).toEqual(SHOPIFY_FAULTS.map(({ fault }) => fault).sort());
  });

  it("what looks whole or merely shorter says who finds it", () => {
    const silent = Object.entries(REQUEST_FAULTS).filter(([, { at = {}, orders = {} }]) =>
      Object.entries({ ...at, ...orders }).some(([place, words]) => place !== "span" && /^\d/.test(words)),
    );
    expect(silent.filter(([, { foundBy }]) => foundBy === undefined)).toEqual([]);
  });
});

describe("faults that are ordinary changes to the shop", () => {
  it("late-commit: below rows that were stamped after it, and met by the next walk", async () => {
    const { source, sandbox } = await openShop();
    sandbox.shopify.edits.edit(idAt("Customers", 9), { firstName: "Late" }, { commitDelayMs: 300 });
    sandbox.shopify.edits.edit(idAt("Customers", 8), { firstName: "Later" });
    const head = async () => {
      const page = await source.page({ kind: "updated", cursor: null, first: 2 });
      return page.ok ? page.value.rows.map(({ id }) => id) : [];
    };
    expect(await head()).toEqual([idAt("Customers", 8), idAt("Customers", 0)]);
    await expect.poll(head).toEqual([idAt("Customers", 8), idAt("Customers", 9)]);
  });

  it.each(["merge", "delete"] as const)("%s: null by id, gone from the list, and an event says why", async (how) => {
    const { source, sandbox } = await openShop();
    const [gone, kept] = [idAt("Customers", 3), idAt("Customers", 4)];
    if (how === "merge") sandbox.shopify.edits.merge(gone, kept);
    else sandbox.shopify.edits.remove(gone);
    const read = await source.read([gone, kept]);
    expect(read.ok && [...read.value.records.values()].map((record) => record?.id ?? null)).toEqual([null, kept]);
    expect(await walk(source as AnySource)).toBe("29 rows");
    const left = await source.departures([gone, kept]);
    expect(left.ok && [...left.value]).toEqual([[gone, how === "merge" ? "merged" : "deleted"]]);
  });

  it.each([true, false])("consent-flip (moves updatedAt: %s): by id the consent is what it is now", async (moves) => {
    const { source, sandbox, control } = await openShop();
    await control("/shopify/settings", "PATCH", { consentMovesUpdatedAt: moves });
    const id = idAt("Customers", 12);
    const before = await source.read([id]);
    sandbox.shopify.edits.consent(id, "email", { state: "UNSUBSCRIBED" });
    const after = await source.read([id]);
    const [old, now] = [before, after].map((read) => (read.ok ? read.value.records.get(id) : null));
    expect([old?.email?.state, now?.email?.state]).toEqual(["SUBSCRIBED", "UNSUBSCRIBED"]);
    expect(now?.updatedAtMs !== old?.updatedAtMs).toBe(moves);
  });
});

describe.runIf(sharedDir)("the fault matrix", () => {
  it("every fault in it is scheduled for requests, is a change to the shop, or is named as no fault of reading", () => {
    const { faults } = JSON.parse(readShared("api/shopify/fault-matrix.json")) as { faults: { id: string }[] };
    const dealtWith = [...Object.keys(REQUEST_FAULTS), ...EDITS, ...Object.keys(NOT_READING)];
    expect(new Set(dealtWith).size).toBe(dealtWith.length);
    expect(faults.map(({ id }) => id).filter((id) => !dealtWith.includes(id))).toEqual([]);
    expect(faults).toHaveLength(44);
  });
});
