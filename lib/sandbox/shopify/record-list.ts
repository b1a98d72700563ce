import { GraphQLError } from "graphql";
import { readCursor } from "@/lib/sandbox/shopify/cursor";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { readSearch } from "@/lib/sandbox/shopify/read-search";
import { countRecords, pageRecords, type RecordPage } from "@/lib/sandbox/shopify/record-page";
import type { ListOrder, RecordStore, StoredRecord } from "@/lib/sandbox/shopify/record-store";
import type { SearchFields } from "@/lib/sandbox/shopify/search-fields";

/** Arguments of a list of records. */
export interface PageArguments {
  first?: number | null;
  after?: string | null;
  query?: string | null;
  sortKey?: string;
  reverse?: boolean;
}

/** One kind of record as its list and its count serve it. */
export interface ListedKind<T extends StoredRecord> {
  /** The field of the query root, which search debug and errors name. */
  connection: string;
  fields: SearchFields<T>;
  primary: RecordStore<T>;
  index: RecordStore<T>;
  /** What this reader may see; undefined: all. */
  visible: ((record: T) => boolean) | undefined;
  toWire(record: T): Record<string, unknown>;
}

const LARGEST_PAGE = 250;
const STALE_MS = 60_000;
const INDEX_LAG_MS = 30 * 60_000;

/** One page: unfiltered from the primary, filtered from the index, then bent by whatever fault strikes. */
export function listRecords<T extends StoredRecord>(
  context: ReadContext,
  kind: ListedKind<T>,
  args: PageArguments,
): Record<string, unknown> {
  const first = readFirst(args.first);
  const plan = readSearch(context, args.query, kind.connection, kind.fields);
  const order = readOrder(args.sortKey, plan !== undefined);
  const after = args.after === null || args.after === undefined ? undefined : readCursor(args.after, order);
  if (args.after && !after) badRequest("Invalid cursor for current pagination sort.");
  const cap = context.state.settings.walkCap;
  const page = pageRecords(plan ? kind.index : kind.primary, {
    ...{ order, reverse: args.reverse ?? false, first, after, plan, cap },
    visible: narrowByFault(context, kind.visible, plan !== undefined),
  });
  if (!page) badRequest(`Pagination is limited to ${cap} objects.`);
  const bent = bendPage(context, page);
  return toConnection(context, bent, bent.rows.map(kind.toWire), args.after ?? null);
}

/** The count, by the index. `limit` null counts all; the schema's default stops at 10,000. */
export function countListed<T extends StoredRecord>(
  context: ReadContext,
  kind: ListedKind<T>,
  { query, limit }: { query?: string | null; limit?: number | null },
): { count: number; precision: string } {
  if (context.fault?.fault === "count-cap") return { count: 10_000, precision: "AT_LEAST" };
  const plan = readSearch(context, query, kind.connection, kind.fields);
  const exact = countRecords(kind.index, { plan, visible: narrowByFault(context, kind.visible, true) });
  const shown = context.fault?.fault === "count-lag" ? Math.max(0, exact - 1) : exact;
  if (limit !== null && limit !== undefined && shown > limit) return { count: limit, precision: "AT_LEAST" };
  return { count: shown, precision: "EXACT" };
}

/** @throws GraphQLError BAD_REQUEST */
export function readFirst(first: number | null | undefined): number {
  if (first === null || first === undefined) badRequest("you must provide one of first or last");
  if (first < 1 || first > LARGEST_PAGE)
    badRequest(`The "first" argument must be between 1 and ${LARGEST_PAGE}, not ${first}.`);
  return first;
}

export function badRequest(message: string): never {
  throw new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

function readOrder(sortKey: string | undefined, filtered: boolean): ListOrder {
  switch (sortKey ?? "ID") {
    case "ID":
      return "id";
    case "UPDATED_AT":
      return filtered ? "seconds" : "micros";
    case "CREATED_AT":
      if (!filtered) return "created";
  }
  const message = `This stand-in does not sort ${filtered ? "a filtered" : "an unfiltered"} list by ${sortKey}`;
  throw new GraphQLError(message, { extensions: { code: "STAND_IN_LIMIT" } });
}

/** Faults that leave out what changed lately. Reads by id go on seeing it. */
function narrowByFault<T extends StoredRecord>(
  { fault, shopMs }: ReadContext,
  visible: ((record: T) => boolean) | undefined,
  fromIndex: boolean,
): ((record: T) => boolean) | undefined {
  const isLag = fault?.fault === "lagging-index" && fromIndex;
  if (!isLag && fault?.fault !== "stale-replica") return visible;
  const newest = new Date(shopMs - (fault.delayMs ?? (isLag ? INDEX_LAG_MS : STALE_MS))).toISOString();
  return (record) => record.updatedAt < newest && (visible === undefined || visible(record));
}

/** Applies the faults that withhold rows. */
function bendPage<T extends StoredRecord>({ fault }: ReadContext, page: RecordPage<T>): RecordPage<T> {
  const keep = (count: number, hasNextPage: boolean): RecordPage<T> => ({
    ...page,
    rows: page.rows.slice(0, count),
    cursors: page.cursors.slice(0, count),
    hasNextPage,
  });
  switch (fault?.fault) {
    case "empty-list":
      return keep(0, false);
    case "short-list":
      if (page.hasNextPage) return keep(page.rows.length, false);
      return keep(page.hasPreviousPage ? 0 : Math.floor(page.rows.length / 2), false);
    case "short-page-more":
      return page.rows.length > 1 ? keep(Math.floor(page.rows.length / 2), true) : page;
    default:
      return page;
  }
}

function toConnection(
  { fault }: ReadContext,
  page: Pick<RecordPage, "cursors" | "hasNextPage" | "hasPreviousPage">,
  nodes: readonly unknown[],
  askedAfter: string | null,
): Record<string, unknown> {
  const pageInfo = {
    startCursor: page.cursors[0] ?? null,
    endCursor: page.cursors.at(-1) ?? null,
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
  };
  if (fault?.fault === "same-cursor")
    Object.assign(pageInfo, { hasNextPage: true, endCursor: askedAfter ?? pageInfo.endCursor });
  if (fault?.fault === "null-cursor") Object.assign(pageInfo, { hasNextPage: true, endCursor: null });
  return { nodes, edges: nodes.map((node, index) => ({ node, cursor: page.cursors[index] })), pageInfo };
}
