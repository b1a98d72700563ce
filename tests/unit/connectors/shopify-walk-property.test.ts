import fc from "fast-check";
import { expect, it } from "vitest";
import type { RowList } from "@/lib/connectors/shopify/answers";
import { queryOf, readCursor, startOf, type WalkPlace } from "@/lib/connectors/shopify/cursor";
import { readPage, type WalkLimits } from "@/lib/connectors/shopify/walk";
import type { ListRow, WalkKind } from "@/lib/runner/reading-ports";

/** A customer with its hidden order inside a second (microseconds that the API does not show). */
interface Stored {
  id: number;
  second: number;
  hidden: number;
}
interface Shop {
  customers: Stored[];
  first: number;
  /** `<=` on times may mean the whole day, and `>` on ids may mean `>=`. */
  dayFilter: boolean;
  inclusive: boolean;
}

const DAY_SECONDS = 20;
const LIMITS: WalkLimits = { newListAtRows: 12, listLimitRows: 40, indexLagMs: 0, longestTail: 8 };
const START_MS = Date.UTC(2026, 0, 1);
const toMs = (second: number) => START_MS + second * 1000;

const shop: fc.Arbitrary<Shop> = fc.record({
  customers: fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 500 }), second: fc.integer({ min: 0, max: 60 }), hidden: fc.nat(9) }),
    { selector: ({ id }) => id, maxLength: 90, size: "max" },
  ),
  first: fc.integer({ min: 1, max: 7 }),
  dayFilter: fc.boolean(),
  inclusive: fc.boolean(),
});

/** What Shopify lists for a place: sorted, filtered, one page. */
function listAt({ customers, first, dayFilter, inclusive }: Shop, place: WalkPlace): RowList {
  const query = queryOf(place) ?? "";
  const above = Number(/^id:>(\d+)$/.exec(query)?.[1] ?? Number.NaN);
  const below = (Date.parse(/'(.+)'/.exec(query)?.[1] ?? "") - START_MS) / 1000;
  const bound = dayFilter ? (Math.floor(below / DAY_SECONDS) + 1) * DAY_SECONDS - 1 : below;
  const sorted = customers
    .filter(({ id, second }) =>
      place.kind === "id" ? (inclusive ? id >= above : id > above) : query === "" || second <= bound,
    )
    .sort((a, b) => (place.kind === "id" ? a.id - b.id : b.second - a.second || b.hidden - a.hidden || b.id - a.id));
  const from = place.after === null ? 0 : Number(place.after);
  const end = Math.min(from + first, sorted.length);
  return {
    nodes: sorted.slice(from, end).map(({ id, second }) => ({
      id: String(id),
      updatedAtMs: toMs(second),
      subscribed: false,
    })),
    pageInfo: { hasNextPage: end < sorted.length, endCursor: String(end) },
  };
}

function walk(kind: WalkKind, given: Shop, limits = LIMITS) {
  const rows: ListRow[] = [];
  let lists = 1;
  let place: WalkPlace | null = startOf(kind);
  while (place !== null) {
    const page = readPage(listAt(given, place), place, toMs(10_000), limits);
    if (!page.ok) return { rows, lists, failure: page.error.detail };
    rows.push(...page.value.rows);
    place = page.value.nextCursor === null ? null : readCursor(kind, page.value.nextCursor);
    if (place?.after === null) lists += 1;
  }
  return { rows, lists, failure: null };
}

it.each(["updated", "id"] as const)(
  "a walk by %s meets every customer exactly once, over however many lists, or fails",
  (kind) => {
    let severalLists = 0;
    fc.assert(
      fc.property(shop, (given) => {
        const { rows, lists, failure } = walk(kind, given);
        if (lists > 2 && failure === null) severalLists += 1;
        const ids = rows.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        if (failure === null) expect(ids.length).toBe(given.customers.length);
        else expect(failure).toBe("R1:walk_too_long");
      }),
      { numRuns: 400 },
    );
    expect(severalLists).toBeGreaterThan(40);
  },
);

it("a second too crowded to remember is not cut in two: the list goes on, and a shop of one such second fails aloud", () => {
  const crowded = (count: number): Shop => ({
    customers: Array.from({ length: count }, (_, index) => ({ id: index + 1, second: 5, hidden: 0 })),
    first: 5,
    dayFilter: false,
    inclusive: true,
  });
  expect(walk("updated", crowded(40))).toMatchObject({ lists: 1, failure: null });
  expect(walk("updated", crowded(60))).toMatchObject({ lists: 1, failure: "R1:walk_too_long" });
});

it("control: without the ids of the bound's second, rows would come twice", () => {
  const given: Shop = {
    customers: Array.from({ length: 30 }, (_, index) => ({ id: index + 1, second: Math.floor(index / 4), hidden: 0 })),
    first: 5,
    dayFilter: false,
    inclusive: true,
  };
  const withTail = walk("updated", given);
  expect(withTail.lists).toBeGreaterThan(1);
  expect(withTail.rows).toHaveLength(30);
  let place: WalkPlace | null = startOf("updated");
  const forgetful: ListRow[] = [];
  while (place !== null) {
    const page = readPage(listAt(given, place), place, toMs(10_000), LIMITS);
    if (!page.ok) throw new Error(page.error.detail ?? "");
    forgetful.push(...page.value.rows);
    const next: WalkPlace | null = page.value.nextCursor === null ? null : readCursor("updated", page.value.nextCursor);
    place = next && { ...next, tail: [] };
  }
  expect(forgetful.length).toBeGreaterThan(30);
});
