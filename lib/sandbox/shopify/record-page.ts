import { mintCursor } from "@/lib/sandbox/shopify/cursor";
import {
  comparePlace,
  type ListOrder,
  type RecordStore,
  type SortPlace,
  type StoredRecord,
  sortValue,
} from "@/lib/sandbox/shopify/record-store";
import { compareIds, toWholeSecond } from "@/lib/sandbox/shopify/record-text";
import type { SearchPlan } from "@/lib/sandbox/shopify/search-plan";
import { SortedList } from "@/lib/sandbox/shopify/sorted-list";

export interface RecordPage<T extends StoredRecord = StoredRecord> {
  rows: T[];
  /** One per row. */
  cursors: string[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

export interface PageRequest<T extends StoredRecord> {
  order: ListOrder;
  reverse: boolean;
  first: number;
  after: SortPlace | undefined;
  /** Undefined: unfiltered. */
  plan: SearchPlan<T> | undefined;
  /** Which records this reader may see at all; undefined: every one. */
  visible: ((row: T) => boolean) | undefined;
  /** Objects that one walk may page through. */
  cap: number;
}

/** The part of a list that a filter leaves: positions `low` to, not including, `high`. */
interface View<T> {
  list: SortedList<T>;
  low: number;
  high: number;
}

/** One page by keyset: rows beyond (sort value, id) in the direction of the walk. @returns undefined past the cap */
export function pageRecords<T extends StoredRecord>(
  store: RecordStore<T>,
  request: PageRequest<T>,
): RecordPage<T> | undefined {
  const { order, reverse, after } = request;
  const { list, low, high } = viewOf(store, request, order);
  const passed = (item: T) => (after ? comparePlace(item, after, order) : 0);
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

/** How many records a filter leaves. */
export function countRecords<T extends StoredRecord>(
  store: RecordStore<T>,
  request: Pick<PageRequest<T>, "plan" | "visible">,
): number {
  const byId = request.plan !== undefined && hasBounds(request.plan.ids);
  const { low, high } = viewOf(store, request, byId ? "id" : "seconds");
  return high - low;
}

function viewOf<T extends StoredRecord>(
  store: RecordStore<T>,
  { plan, visible }: Pick<PageRequest<T>, "plan" | "visible">,
  order: ListOrder,
): View<T> {
  const list = store.orders[order];
  const rest = [...(visible ? [visible] : []), ...(plan ? residual(plan, order) : [])];
  const bounded = plan ? bound(list, plan, order) : { list, low: 0, high: list.length };
  if (rest.length === 0) return bounded;
  const matching = new SortedList<T>((left, right) =>
    comparePlace(left, { value: sortValue(right, order), id: right.id }, order),
  );
  matching.replaceAll(list.slice(bounded.low, bounded.high).filter((row) => rest.every((predicate) => predicate(row))));
  return { list: matching, low: 0, high: matching.length };
}

function bound<T extends StoredRecord>(list: SortedList<T>, plan: SearchPlan<T>, order: ListOrder): View<T> {
  if (order === "created") return { list, low: 0, high: list.length };
  const { from, to } = order === "id" ? plan.ids : { from: timeText(plan.seconds.from), to: timeText(plan.seconds.to) };
  const compare = (row: T, value: string) =>
    order === "id" ? compareIds(row.id, value) : compareText(toWholeSecond(row.updatedAt), value);
  const low = from === undefined ? 0 : list.firstNotBefore((row) => compare(row, from));
  const high = to === undefined ? list.length : list.firstNotBefore((row) => (compare(row, to) <= 0 ? -1 : 1));
  return { list, low, high: Math.max(low, high) };
}

/** Conditions that the order's own bounds do not cover. */
function residual<T extends StoredRecord>(
  { seconds, ids, predicates }: SearchPlan<T>,
  order: ListOrder,
): ((row: T) => boolean)[] {
  const rest = [...predicates];
  if ((order === "id" || order === "created") && hasBounds(seconds)) {
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
