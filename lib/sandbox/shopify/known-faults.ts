import type { FaultTag, KnownFault } from "@/lib/sandbox/contract";

/** Each fault, how sure we are of it, and what it does. */
const TABLE = {
  "auth-401": ["documented", "401: the token is refused; `errors` is a text, not a list"],
  "frozen-402": ["documented", "402: the shop has not paid its plan"],
  "forbidden-403": ["documented", "403: the app is blocked or its kind of token retired"],
  "locked-423": ["documented", "423: the shop is locked"],
  "throttle-429": ["documented", "429 from the edge with Retry-After: 2"],
  "reject-430": ["documented", "430: rejected for security reasons"],
  "edge-5xx": ["documented", "A 5xx page of HTML; `status` says which, 503 when absent"],
  "html-200": ["reported", "200 with a proxy's HTML page"],
  "cut-json": ["reported", "The connection closes in the middle of the JSON"],
  slow: ["reported", "The right answer, but late: after `delayMs`, 35 s when absent"],
  hang: ["assumed", "No answer at all; the connection stays open"],
  reset: ["reported", "The connection is reset before an answer"],
  "throttled-200": ["documented", "200 with THROTTLED: the cost bucket is empty"],
  "max-cost": ["documented", "200 with MAX_COST_EXCEEDED: the query is too dear"],
  "ise-200": ["reported", "200 with INTERNAL_SERVER_ERROR beside half of the data"],
  "data-null": ["documented", "200 with `data: null` and an error: a non-null field was denied"],
  "denied-scope": ["documented", "200 with ACCESS_DENIED and a null in place of the list"],
  "denied-fields": ["reported", "Names, addresses and phones are null, with errors"],
  "denied-fields-silent": ["assumed", "Names, addresses and phones are null, and no error says so"],
  "empty-list": ["assumed", "A list answers with no rows and no further page"],
  "short-list": ["assumed", "A list's last page is withheld: the one before says it is the last"],
  "short-page-more": ["documented", "A page has half the rows asked for, and says that more follow"],
  "same-cursor": ["reported", "A page's end cursor is the one it was asked with"],
  "null-cursor": ["assumed", "A page says that more follow and gives no cursor"],
  "stale-replica": ["assumed", "Lists omit rows changed within the last `delayMs`, 60 s when absent"],
  "lagging-index": [
    "reported",
    "Filtered lists and counts omit rows changed within the last `delayMs`, 30 min when absent",
  ],
  "ignored-filter": ["documented", "A list's filter is ignored; only a search warning says so"],
  "ignored-filter-silent": ["assumed", "A filter is ignored and nothing says so"],
  "unquoted-time": ["documented", "Times of a filter are read as if they stood without quotes"],
  "count-ignored-filter": ["documented", "A count's filter is ignored; only a search warning says so"],
  "sixty-days": ["documented", "Orders older than 60 days are absent, whatever scopes the token has"],
  "null-nodes": ["assumed", "Every record read by id is null"],
  "count-cap": ["documented", "The count is 10000 AT_LEAST"],
  "count-lag": ["reported", "The count is one short and claims to be exact"],
  "fall-forward": ["documented", "Another API version answers; only the version header tells"],
} as const satisfies Readonly<Record<string, readonly [FaultTag, string]>>;

export type ShopifyFault = keyof typeof TABLE;

/** Faults that can be scheduled. Ids are those of the research's fault matrix where it has them; it says what a sync must do about each. */
export const SHOPIFY_FAULTS: readonly KnownFault[] = Object.entries(TABLE).map(([fault, [tag, description]]) => ({
  fault,
  tag,
  description,
}));
