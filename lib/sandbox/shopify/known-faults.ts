import type { KnownFault } from "@/lib/sandbox/contract";

/** Faults that can be scheduled. Ids are those of the research's fault matrix where it has them; it says what a sync must do about each. */
export const SHOPIFY_FAULTS = [
  { fault: "auth-401", tag: "documented", description: "401: the token is refused; `errors` is a text, not a list" },
  { fault: "frozen-402", tag: "documented", description: "402: the shop has not paid its plan" },
  { fault: "forbidden-403", tag: "documented", description: "403: the app is blocked or its kind of token retired" },
  { fault: "locked-423", tag: "documented", description: "423: the shop is locked" },
  { fault: "throttle-429", tag: "documented", description: "429 from the edge with Retry-After: 2" },
  { fault: "reject-430", tag: "documented", description: "430: rejected for security reasons" },
  { fault: "edge-5xx", tag: "documented", description: "A 5xx page of HTML; `status` says which, 503 when absent" },
  { fault: "html-200", tag: "reported", description: "200 with a proxy's HTML page" },
  { fault: "cut-json", tag: "reported", description: "The connection closes in the middle of the JSON" },
  { fault: "slow", tag: "reported", description: "The right answer, but late: after `delayMs`, 35 s when absent" },
  { fault: "hang", tag: "assumed", description: "No answer at all; the connection stays open" },
  { fault: "reset", tag: "reported", description: "The connection is reset before an answer" },
  { fault: "throttled-200", tag: "documented", description: "200 with THROTTLED: the cost bucket is empty" },
  { fault: "max-cost", tag: "documented", description: "200 with MAX_COST_EXCEEDED: the query is too dear" },
  { fault: "ise-200", tag: "reported", description: "200 with INTERNAL_SERVER_ERROR beside half of the data" },
  {
    fault: "data-null",
    tag: "documented",
    description: "200 with `data: null` and an error: a non-null field was denied",
  },
  { fault: "denied-scope", tag: "documented", description: "200 with ACCESS_DENIED and a null in place of the list" },
  { fault: "denied-fields", tag: "reported", description: "Names, addresses and phones are null, with errors" },
  {
    fault: "denied-fields-silent",
    tag: "assumed",
    description: "Names, addresses and phones are null, and no error says so",
  },
  { fault: "empty-list", tag: "assumed", description: "A list answers with no rows and no further page" },
  {
    fault: "short-list",
    tag: "assumed",
    description: "A list's last page is withheld: the one before says it is the last",
  },
  {
    fault: "short-page-more",
    tag: "documented",
    description: "A page has half the rows asked for, and says that more follow",
  },
  { fault: "same-cursor", tag: "reported", description: "A page's end cursor is the one it was asked with" },
  { fault: "null-cursor", tag: "assumed", description: "A page says that more follow and gives no cursor" },
  {
    fault: "stale-replica",
    tag: "assumed",
    description: "Lists omit rows changed within the last `delayMs`, 60 s when absent",
  },
  { fault: "null-nodes", tag: "assumed", description: "Every record read by id is null" },
  { fault: "count-cap", tag: "documented", description: "The count is 10000 AT_LEAST" },
  { fault: "count-lag", tag: "reported", description: "The count is one short and claims to be exact" },
  {
    fault: "fall-forward",
    tag: "documented",
    description: "Another API version answers; only the version header tells",
  },
] as const satisfies readonly KnownFault[];

export type ShopifyFault = (typeof SHOPIFY_FAULTS)[number]["fault"];
