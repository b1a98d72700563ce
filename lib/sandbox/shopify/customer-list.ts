import { GraphQLError } from "graphql";
import { readCursor } from "@/lib/sandbox/shopify/cursor";
import { type CustomerPage, pageCustomers } from "@/lib/sandbox/shopify/customer-page";
import type { CustomerOrder } from "@/lib/sandbox/shopify/customer-store";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { readSearch } from "@/lib/sandbox/shopify/read-search";
import { toWireCustomer } from "@/lib/sandbox/shopify/wire-customer";

/** Arguments of the `customers` connection. */
export interface PageArguments {
  first?: number | null;
  after?: string | null;
  query?: string | null;
  sortKey?: "ID" | "UPDATED_AT";
  reverse?: boolean;
}

const LARGEST_PAGE = 250;
const STALE_MS = 60_000;

/** One page of customers: unfiltered from the primary, filtered from the index, then bent by whatever fault strikes. */
export function listCustomers(context: ReadContext, args: PageArguments): Record<string, unknown> {
  const first = readFirst(args.first);
  const plan = readSearch(context, args.query, "customers");
  const order: CustomerOrder = (args.sortKey ?? "ID") === "ID" ? "id" : plan ? "seconds" : "micros";
  const after = args.after === null || args.after === undefined ? undefined : readCursor(args.after, order);
  if (args.after && !after) badRequest("Invalid cursor for current pagination sort.");
  const { state, hostMs } = context;
  const cap = state.settings.walkCap;
  const store = plan ? state.index(hostMs) : state.primary(hostMs);
  const page = pageCustomers(store, { order, reverse: args.reverse ?? false, first, after, plan, cap });
  if (!page) badRequest(`Pagination is limited to ${cap} objects.`);
  return toConnection(context, bendPage(context, page), args.after ?? null);
}

function readFirst(first: number | null | undefined): number {
  if (first === null || first === undefined) badRequest("you must provide one of first or last");
  if (first < 1 || first > LARGEST_PAGE)
    badRequest(`The "first" argument must be between 1 and ${LARGEST_PAGE}, not ${first}.`);
  return first;
}

function badRequest(message: string): never {
  throw new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** Applies the faults that withhold rows. */
function bendPage({ fault, shopMs }: ReadContext, page: CustomerPage): CustomerPage {
  const keep = (count: number, hasNextPage: boolean): CustomerPage => ({
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
    case "stale-replica": {
      const newest = new Date(shopMs - (fault.delayMs ?? STALE_MS)).toISOString();
      const seen = page.rows
        .map((row, index) => ({ row, cursor: page.cursors[index] ?? "" }))
        .filter(({ row }) => row.updatedAt < newest);
      return { ...page, rows: seen.map(({ row }) => row), cursors: seen.map(({ cursor }) => cursor) };
    }
    default:
      return page;
  }
}

function toConnection(
  { fault, visible }: ReadContext,
  page: CustomerPage,
  askedAfter: string | null,
): Record<string, unknown> {
  const nodes = page.rows.map((row) => toWireCustomer(row, visible));
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
