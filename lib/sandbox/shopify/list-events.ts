import { GraphQLError } from "graphql";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { badRequest, type PageArguments, readFirst } from "@/lib/sandbox/shopify/record-list";
import { gidOf } from "@/lib/sandbox/shopify/record-text";
import { type Bounds, narrow } from "@/lib/sandbox/shopify/search-bounds";
import { parseSearch, type SearchTerm } from "@/lib/sandbox/shopify/search-terms";
import { resolveTimeTerm } from "@/lib/sandbox/shopify/search-time";
import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";
import type { ShopEvent } from "@/lib/sandbox/shopify/shop-event";

interface EventFilter {
  subjectType: string | null;
  seconds: Bounds<number>;
}

/**
 * One page of events by time, late by `settings.eventLagMs`. Filters: `subject_type` and `created_at`, which the 2026-07 page documents; any other
 * is ignored with a warning, as everywhere.
 */
export function listEvents(context: ReadContext, args: PageArguments): Record<string, unknown> {
  const first = readFirst(args.first);
  const { subjectType, seconds } = readFilter(context, args.query);
  const cursor = args.after ?? null;
  const after = cursor === null ? null : Number(/^event-(\d+)$/.exec(cursor)?.[1] ?? badRequest("Invalid cursor"));
  const { state, shopMs } = context;
  const shownUntil = shopMs - state.settings.eventLagMs;
  const matching = state.events.filter((event) => {
    const atMs = Date.parse(event.createdAt);
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = seconds;
    const inTime = atMs <= shownUntil && atMs >= from * 1000 && atMs <= to * 1000;
    const isBeyond = after === null || (args.reverse ? event.seq < after : event.seq > after);
    return isBeyond && inTime && (subjectType === null || event.subjectType === subjectType);
  });
  const rows = (args.reverse ? matching.toReversed() : matching).slice(0, first);
  const nodes = rows.map(toWire);
  const cursors = rows.map(({ seq }) => `event-${seq}`);
  const pageInfo = {
    startCursor: cursors[0] ?? null,
    endCursor: cursors.at(-1) ?? null,
    hasNextPage: matching.length > rows.length,
    hasPreviousPage: after !== null,
  };
  return { nodes, edges: nodes.map((node, index) => ({ node, cursor: cursors[index] })), pageInfo };
}

function readFilter(context: ReadContext, query: string | null | undefined): EventFilter {
  const filter: EventFilter = { subjectType: null, seconds: {} };
  if (query === null || query === undefined || query.trim() === "") return filter;
  const parsed = parseSearch(query);
  if (parsed.kind !== "terms")
    throw new GraphQLError("This stand-in does not search events so", { extensions: { code: "STAND_IN_LIMIT" } });
  const shown = parsed.terms.map((term) => readTerm(filter, term, context.state.settings));
  const warnings = shown.flatMap(({ field, known }) =>
    known ? [] : [{ field: field ?? "", message: "Invalid search field for this query.", code: "invalid_field" }],
  );
  const entries = shown.map(({ entry }) => entry);
  const debug = entries.length === 1 ? entries[0] : { and: entries };
  context.searches.push({ path: ["events"], query, parsed: debug, warnings });
  return filter;
}

function readTerm(filter: EventFilter, term: SearchTerm, settings: ShopifySettings) {
  const { field, value } = term;
  const resolved = field === "created_at" ? resolveTimeTerm(term, settings, false) : undefined;
  if (resolved) filter.seconds = narrow(filter.seconds, resolved.bounds, (left, right) => left - right);
  if (field === "subject_type") filter.subjectType = value.toUpperCase();
  const entry = resolved ? { field, range: resolved.range } : { field, match_all: value };
  return { field, known: resolved !== undefined || field === "subject_type", entry };
}

function toWire({ seq, action, createdAt, subjectType, subjectId }: ShopEvent): Record<string, unknown> {
  return {
    __typename: "BasicEvent",
    id: gidOf("BasicEvent", String(seq)),
    action,
    createdAt,
    subjectType,
    subjectId: gidOf(subjectType === "CUSTOMER" ? "Customer" : "Order", subjectId),
  };
}
