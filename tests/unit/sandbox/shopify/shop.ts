import type { ScheduledFault, StandInAnswer } from "@/lib/sandbox/contract";
import { createFaultBook, type FaultRequest } from "@/lib/sandbox/faults";
import { createJournal } from "@/lib/sandbox/journal";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { SHOPIFY_FAULTS } from "@/lib/sandbox/shopify/known-faults";
import { createShopifyStandIn } from "@/lib/sandbox/shopify/stand-in";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";

/** What a query is answered: status and the parsed body, loosely typed as a client that trusts nothing sees it. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  transport: StandInAnswer["transport"];
  body: Body;
}

export interface Body {
  data?: Record<string, Node> | null;
  errors?: string | { message: string; path?: unknown[]; extensions?: { code?: string } }[];
  extensions?: {
    cost?: {
      requestedQueryCost: number;
      actualQueryCost: number | null;
      throttleStatus: { currentlyAvailable: number };
    };
    search?: { path: string[]; query: string; parsed: unknown; warnings: { field: string; code: string }[] }[];
  };
}

export type Node = Record<string, unknown> & {
  nodes?: (Record<string, unknown> & { id: string; updatedAt: string })[];
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
  count?: number;
  precision?: string;
};

export const WALK = `query Walk($first: Int!, $after: String, $query: String, $reverse: Boolean = true) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: $reverse) {
    nodes { id updatedAt defaultEmailAddress { marketingState } } pageInfo { hasNextPage endCursor } } }`;

export const WALK_BY_ID = `query WalkById($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: ID) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } } }`;

/** A shop of its own in this process, on a clock that the test moves. */
export function openShop(start = "2026-06-01T12:00:00.000Z") {
  let nowMs = Date.parse(start);
  const now = () => new Date(nowMs);
  const faults = createFaultBook(SHOPIFY_FAULTS);
  const journal = createJournal(now);
  const recorded: unknown[] = [];
  const shop = createShopifyStandIn({
    now,
    record: (change) => recorded.push(change),
    journal: (entry) => journal.add(entry),
    strike: (call) => faults.strike(call),
  });

  async function ask(query: string, variables: Record<string, unknown> = {}, options: AskOptions = {}): Promise<Reply> {
    const answer = await shop.handle({
      method: "POST",
      path: `/${options.domain ?? "night-demo.myshopify.com"}/admin/api/${options.version ?? "2026-07"}/graphql.json`,
      query: new URLSearchParams(),
      headers: { "x-shopify-access-token": options.token ?? DEMO_ACCESS_TOKEN, "shopify-search-query-debug": "1" },
      body: JSON.stringify({ query, variables }),
    });
    const isJson = answer.headers["content-type"]?.startsWith("application/json");
    return {
      status: answer.status,
      headers: answer.headers,
      transport: answer.transport,
      body: isJson ? JSON.parse(answer.body) : {},
    };
  }

  async function control(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const [pathname = "", search = ""] = path.split("?");
    const answer = await shop.control({
      method,
      path: pathname,
      query: new URLSearchParams(search),
      headers: {},
      body: body === undefined ? "" : JSON.stringify(body),
    });
    return { status: answer.status, body: JSON.parse(answer.body) };
  }

  return {
    shop,
    ask,
    control,
    journal,
    recorded,
    advance(ms: number) {
      nowMs += ms;
    },
    fault(request: FaultRequest): ScheduledFault {
      const outcome = faults.schedule(request);
      if ("problem" in outcome) throw new Error(outcome.problem);
      return outcome.fault;
    },
  };
}

interface AskOptions {
  token?: string;
  version?: string;
  domain?: string;
}

/** `count` customers with ids from 7000000000001, one second apart from 2026-01-01T00:00:01Z on. */
export function someCustomers(count: number): CustomerInput[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(7_000_000_000_001 + index),
    updatedAt: `${new Date(Date.parse("2026-01-01T00:00:01Z") + index * 1000).toISOString().slice(0, 19)}Z`,
    createdAt: "2025-12-31T00:00:00Z",
    firstName: `First ${index}`,
    email: {
      address: `shopper${index}@example.com`,
      marketingState: "SUBSCRIBED",
      marketingOptInLevel: "SINGLE_OPT_IN",
    },
  }));
}

/** The digits at the end of each gid on a page, as numbers counted from 7000000000000. */
export function shortIds(page: Node | undefined): number[] {
  return (page?.nodes ?? []).map(({ id }) => Number(BigInt(id.replace(/^.*\//, "")) - 7_000_000_000_000n));
}
