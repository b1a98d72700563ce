/** Where in a read a fault strikes: a page of the walk, the read by id, the count, the same span through the index. */
export const PLACES = ["first", "middle", "last", "byId", "count", "span"] as const;
export type Place = (typeof PLACES)[number];

/** What each place shows when nothing is wrong. The shop has 30 records in three pages; 20 of them lie in the span. */
export const WHOLE: Readonly<Record<Place, string>> = {
  first: "30 rows",
  middle: "30 rows",
  last: "30 rows",
  byId: "30 records, 30 with an address",
  count: "30 EXACT",
  span: "20 rows, 0 outside",
};

/** What the connector makes of a fault: a failure by code and detail, or what it read. Places that are not named are as if nothing were wrong. */
export interface Outcome {
  everywhere?: string;
  at?: Partial<Record<Place, string>>;
  /** Where orders differ from customers. */
  orders?: Partial<Record<Place, string>>;
  /** At the first page when the fault does not end. */
  forever?: string;
  /** Who finds what no single answer shows; named so that nobody takes a false green for a green. */
  foundBy?: string;
}

const LISTS = ["first", "middle", "last", "span"] as const;
const on = (places: readonly Place[], outcome: string): Partial<Record<Place, string>> =>
  Object.fromEntries(places.map((place) => [place, outcome]));
const always = (everywhere: string): Outcome => ({ everywhere });

/** Faults of the matrix that are scheduled for a request, and a few of our own (marked). */
export const REQUEST_FAULTS: Readonly<Record<string, Outcome>> = {
  "auth-401": always("source.credential http_401"),
  "frozen-402": always("source.shop_frozen http_402"),
  "forbidden-403": always("source.forbidden http_403"),
  "locked-423": always("source.shop_locked http_423"),
  "throttle-429": { forever: "source.throttled http_429" },
  "reject-430": always("source.rejected http_430"),
  "edge-5xx": always("source.unavailable http_503"),
  "html-200": always("source.unreadable R1:content_type"),
  "cut-json": always("source.unreadable R1:truncated"),
  slow: always("source.timeout answer"),
  // Our own: the line.
  hang: always("source.timeout answer"),
  reset: always("source.unavailable reset"),
  "throttled-200": { forever: "source.throttled throttled" },
  // Halved once: the read goes on in smaller pages. A count cannot be halved.
  "max-cost": {
    at: { count: "source.query_refused max_cost_exceeded" },
    forever: "source.query_refused max_cost_exceeded",
  },
  "ise-200": always("source.unavailable internal_server_error"),
  "data-null": always("source.scope access_denied"),
  "denied-scope": always("source.scope access_denied"),
  "denied-fields": { at: { byId: "source.scope access_denied" } },
  "denied-fields-silent": {
    at: { byId: "30 records, 0 with an address" },
    // The first of two requests was struck.
    orders: { byId: "30 records, 5 with an address" },
    foundBy: "the share of records that show an address (presence, R2), and the witnesses (R4)",
  },
  "empty-list": {
    at: { first: "0 rows", middle: "10 rows", last: "20 rows", span: "0 rows, 0 outside" },
    foundBy: "no known record met (R3), witnesses (R4), the exact count (R5)",
  },
  "short-list": {
    at: { first: "10 rows", middle: "20 rows", last: "20 rows", span: "10 rows, 0 outside" },
    foundBy: "known records older than the floor (R3), witnesses (R4), the exact count (R5)",
  },
  "short-page-more": {},
  // At the head of a list there is no cursor to repeat.
  "same-cursor": { at: on(["middle", "last"], "source.unreadable R1:cursor") },
  "null-cursor": { at: on(LISTS, "source.unreadable R1:cursor") },
  "lagging-index": {
    at: { count: "20 EXACT", span: "15 rows, 0 outside" },
    foundBy: "the walk, which is unfiltered; the difference is the lag (R6)",
  },
  "stale-replica": {
    at: { first: "20 rows", count: "20 EXACT", span: "15 rows, 0 outside" },
    foundBy: "witnesses by id (R4), webhooks (R7), the overlap of the next walk",
  },
  "ignored-filter": { at: { span: "source.query_refused search_warning" } },
  // Our own: the same without its warning.
  "ignored-filter-silent": { at: { span: "20 rows, 10 outside" } },
  "unquoted-time": { at: { span: "source.query_refused search_warning" } },
  "fall-forward": always("source.version_retired 2026-10"),
  "sixty-days": {
    orders: { last: "29 rows", byId: "29 records, 29 with an address", count: "29 EXACT", span: "19 rows, 0 outside" },
    foundBy: "the oldest visible order and the granted scopes (R2)",
  },
  "count-cap": { at: { count: "null AT_LEAST" } },
  "count-lag": { at: { count: "29 EXACT" }, foundBy: "a count before and one after (R5); alone it proves nothing" },
  // We never count with a filter.
  "count-ignored-filter": {},
  // Our own: reads by id answer null.
  "null-nodes": {
    at: { byId: "0 records, 0 with an address" },
    orders: { byId: "5 records, 5 with an address" },
    foundBy: "the witnesses are null too (R4), and no event says that they left",
  },
};

/** Faults of the matrix that strike no request of a read, and why. */
export const NOT_READING: Readonly<Record<string, string>> = {
  "refresh-lost": "tokens: lib/connectors/shopify/token-grant.ts",
  redact: "webhook",
  "consent-old-event": "webhook",
  "webhook-dup": "webhook",
  "webhook-missing": "webhook",
  "webhook-bad-hmac": "webhook",
  "bulk-no-url": "bulk operations are not used",
  "bulk-partial": "bulk operations are not used",
  "bulk-short-file": "bulk operations are not used",
};

/** Faults of the matrix that are ordinary changes to the shop; each has a test of its own in fault-matrix.test.ts. */
export const EDITS = ["late-commit", "merge", "delete", "consent-flip"] as const;
