import { mintCursor } from "@/lib/sandbox/shopify/cursor";
import { compareIds, type ShopCustomer, toWholeSecond } from "@/lib/sandbox/shopify/customer";
import {
  type CustomerOrder,
  type CustomerStore,
  comparePlace,
  type SortPlace,
  sortValue,
} from "@/lib/sandbox/shopify/customer-store";
import type { SearchPlan } from "@/lib/sandbox/shopify/search-plan";
import { SortedList } from "@/lib/sandbox/shopify/sorted-list";

export interface CustomerPage {
  rows: ShopCustomer[];
  /** One per row. */
  cursors: string[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

export interface PageRequest {
  order: CustomerOrder;
  reverse: boolean;
  first: number;
  after: SortPlace | undefined;
  /** Undefined: unfiltered. */
  plan: SearchPlan | undefined;
  /** Objects that one walk may page through. */
  cap: number;
}

/** The part of a list that a filter leaves: positions `low` to, not including, `high`. */
interface View {
  list: SortedList<ShopCustomer>;
  low: number;
  high: number;
}

/** One page by keyset: rows beyond (sort value, id) in the direction of the walk. @returns undefined past the cap */
export function pageCustomers(store: CustomerStore, request: PageRequest): CustomerPage | undefined {
  const { order, reverse, after } = request;
  const { list, low, high } = viewOf(store, request.plan, order);
  const passed = (item: ShopCustomer) => (after ? comparePlace(item, after, order) : 0);
  let start = low;
  let end = high;
  if (after && reverse) end = Math.min(high, Math.max(low, list.firstNotBefore(passed)));
  else if (after)
    start = Math.max(
      low,
      Math.min(
        high,
        list.firstNotBefore((item) => (passed(item) <= 0 ? -1 : 1)),
      ),
    );

  const rank = reverse ? high - end : start - low;
  if (rank >= request.cap) return undefined;
  const size = Math.min(request.first, end - start, request.cap - rank);
  const rows = reverse ? list.slice(end - size, end).reverse() : list.slice(start, start + size);
  return {
    rows,
    cursors: rows.map((row) => mintCursor({ value: sortValue(row, order), id: row.id }, order)),
    hasNextPage: end - start > size,
    hasPreviousPage: rank > 0,
  };
}

/** How many customers a filter leaves. */
export function countCustomers(store: CustomerStore, plan: SearchPlan | undefined): number {
  const byId = plan !== undefined && hasBounds(plan.ids);
  const { low, high } = viewOf(store, plan, byId ? "id" : "seconds");
  return high - low;
}

function viewOf(store: CustomerStore, plan: SearchPlan | undefined, order: CustomerOrder): View {
  const list = store.orders[order];
  if (!plan) return { list, low: 0, high: list.length };
  const rest = residual(plan, order);
  const bounded = bound(list, plan, order);
  if (rest.length === 0) return bounded;
  const matching = new SortedList<ShopCustomer>((left, right) =>
    comparePlace(left, { value: sortValue(right, order), id: right.id }, order),
  );
  matching.replaceAll(list.slice(bounded.low, bounded.high).filter((row) => rest.every((predicate) => predicate(row))));
  return { list: matching, low: 0, high: matching.length };
}

function bound(list: SortedList<ShopCustomer>, { seconds, ids }: SearchPlan, order: CustomerOrder): View {
  const { from, to } = order === "id" ? ids : { from: timeText(seconds.from), to: timeText(seconds.to) };
  const compare = (row: ShopCustomer, value: string) =>
    order === "id" ? compareIds(row.id, value) : compareText(toWholeSecond(row.updatedAt), value);
  const low = from === undefined ? 0 : list.firstNotBefore((row) => compare(row, from));
  const high = to === undefined ? list.length : list.firstNotBefore((row) => (compare(row, to) <= 0 ? -1 : 1));
  return { list, low, high: Math.max(low, high) };
}

/** Conditions that the order's own bounds do not cover. */
function residual({ seconds, ids, predicates }: SearchPlan, order: CustomerOrder): ((row: ShopCustomer) => boolean)[] {
  const rest = [...predicates];
  if (order === "id" && hasBounds(seconds)) {
    const from = timeText(seconds.from);
    const to = timeText(seconds.to);
    rest.push(({ updatedAt }) => {
      const second = toWholeSecond(updatedAt);
      return (from === undefined || second >= from) && (to === undefined || second <= to);
    });
  }
  if (order !== "id" && hasBounds(ids)) {
    const { from, to } = ids;
    rest.push(
      ({ id }) => (from === undefined || compareIds(id, from) >= 0) && (to === undefined || compareIds(id, to) <= 0),
    );
  }
  return rest;
}

function hasBounds({ from, to }: { from?: unknown; to?: unknown }): boolean {
  return from !== undefined || to !== undefined;
}

function timeText(epochSeconds: number | undefined): string | undefined {
  return epochSeconds === undefined ? undefined : `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
