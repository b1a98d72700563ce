import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { createShopifySource } from "@/lib/connectors/shopify/source";
import type { Clock } from "@/lib/kernel/clock";
import type { Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";
import type { Source, SourceProofs } from "@/lib/runner/reading-ports";
import type { ScheduledFault, StandInAnswer } from "@/lib/sandbox/contract";
import { serveStandIns } from "@/lib/sandbox/frame";
import { DEFAULT_SETTINGS } from "@/lib/sandbox/shopify/settings";
import { createShopifyStandIn, type ShopifyStandIn } from "@/lib/sandbox/shopify/stand-in";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";

/** Where a read can be struck: a page of the walk, what its receipts ask for, and the read by id from which records are delivered. */
export const PLACES = [
  ...(["first page", "middle page", "last page"] as const),
  ...(["receipts by id", "delivery by id", "count", "index", "events"] as const),
  "access",
  // The walk and what it is held against, at once.
  "pages and index",
] as const;
export type Place = (typeof PLACES)[number];

const LISTS: readonly Place[] = ["first page", "middle page", "last page", "index"];
const isStruck = (struck: Place, place: Place): boolean =>
  struck === "pages and index" ? LISTS.includes(place) : struck === place;

/** What goes wrong at a place: a fault of the stand-in, or a change that the merchant makes at that very moment. */
export interface Trouble {
  id: string;
  /** A record that it concerns, and that a webhook would name. */
  names?: string;
  /** Whether it leaves rows out, so that it may do so in every list at once. */
  withholds?: true;
  strikes: { fault: string; delayMs?: number } | { edit: (shop: ShopifyStandIn) => void };
}

/** The walk's pages are asked for in tens, so that a small shop has three of them. */
export const PAGE_ROWS = 10;
const CALL_MS = 100;
/** Faults that only a deadline notices; true time, since the line is real. */
const SILENT: ReadonlySet<string> = new Set(["slow", "hang"]);
const IMPATIENT_MS = 500;

/** Shopify's stand-in behind the real connector, on a clock of ours, with one trouble at one place. */
export interface StruckShop {
  shop: ShopifyStandIn;
  source: Source & Required<SourceProofs>;
  /** @param lasting strikes until `mend`; otherwise one request alone */
  strike(trouble: Trouble, place: Place, lasting: boolean): void;
  mend(): void;
  /** Whether any answer was another than it would have been. */
  hadEffect(): boolean;
  /** What the connector made of what it was answered, each once: code and detail. */
  failures(): string[];
  close(): Promise<void>;
}

/** @param isDelivering whether the run has judged its walk, so that what it reads by id is for delivery */
export async function openStruckShop(
  clock: Clock & { advance(ms: number): void },
  isDelivering: () => boolean,
): Promise<StruckShop> {
  const state = {
    struck: null as { trouble: Trouble; place: Place; lasting: boolean } | null,
    armed: null as ScheduledFault | null,
    ...{ effect: false, failures: new Set<string>() },
  };
  const { apiUrl, standIns, close } = await serveStandIns(
    {
      shopify: (host) => {
        const strike = () => {
          const fault = state.armed;
          if (fault !== null && state.struck?.lasting === false) disarm();
          return fault;
        };
        const standIn = createShopifyStandIn({ ...host, strike });
        const handle: ShopifyStandIn["handle"] = async (request) => {
          const before = state.armed;
          const answer = await standIn.handle(request);
          if (before === null) return answer;
          const after = state.armed;
          state.armed = null;
          state.effect ||= gist(answer) !== gist(await standIn.handle(request));
          state.armed = after;
          return answer;
        };
        return { ...standIn, handle };
      },
    },
    { apiPort: 0, controlPort: 0, controlSecret: "a-secret-of-the-proof", now: () => new Date(clock.nowMs()) },
  );
  const throttle = { maximumAvailable: 1e6, restoreRate: 1e6, maximumCost: 1000 };
  standIns.shopify.state.apply({ kind: "settings", settings: { ...DEFAULT_SETTINGS, throttle } });

  function disarm(): void {
    state.struck = null;
    state.armed = null;
  }

  const connect = (timeoutMs: number) =>
    createShopifySource({
      client: createShopifyClient({
        baseUrl: `${apiUrl}/shopify/${DEFAULT_SETTINGS.shop.myshopifyDomain}`,
        accessToken: DEMO_ACCESS_TOKEN,
        shopId: `gid://shopify/Shop/${DEFAULT_SETTINGS.shop.id}`,
        ...{ clock, timeoutMs, allowLoopback: true },
      }),
    });
  const [patient, impatient] = [connect(30_000), connect(IMPATIENT_MS)];

  /** Runs one call of the port, struck if the trouble is at its place. */
  async function call<T>(
    place: Place,
    ask: (source: typeof patient) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    clock.advance(CALL_MS);
    const { struck } = state;
    if (!struck || !isStruck(struck.place, place)) return ask(patient);
    const { strikes } = struck.trouble;
    if ("edit" in strikes) {
      strikes.edit(standIns.shopify);
      state.effect = true;
      disarm();
      return ask(patient);
    }
    state.armed = { id: "struck", skip: 0, times: "forever", ...strikes };
    const answer = await ask(SILENT.has(strikes.fault) ? impatient : patient);
    state.armed = null;
    if (!answer.ok) state.failures.add(wordsOf(answer.error));
    return answer;
  }

  const pageOf = new Map<string, number>();
  const source: Source & Required<SourceProofs> = {
    async page(input) {
      const index = input.cursor === null ? 0 : (pageOf.get(input.cursor) ?? 0);
      const place = PLACES[Math.min(index, 2)] ?? "last page";
      const page = await call(place, (from) => from.page({ ...input, first: PAGE_ROWS }));
      if (page.ok && page.value.nextCursor !== null) pageOf.set(page.value.nextCursor, index + 1);
      return page;
    },
    read: (ids) => call(isDelivering() ? "delivery by id" : "receipts by id", (from) => from.read(ids)),
    total: () => call("count", (from) => from.total()),
    count: () => call("count", (from) => from.count()),
    span: (span, limit) => call("index", (from) => from.span(span, limit)),
    departures: (ids, sinceMs) => call("events", (from) => from.departures(ids, sinceMs)),
    goneSince: (sinceMs) => call("events", (from) => from.goneSince(sinceMs)),
    access: () => call("access", (from) => from.access()),
  };
  return {
    ...{ shop: standIns.shopify, source, mend: disarm, close },
    strike: (trouble, place, lasting) => {
      state.struck = { trouble, place, lasting };
      state.effect = false;
      state.failures.clear();
    },
    hadEffect: () => state.effect,
    failures: () => [...state.failures].sort(),
  };
}

export const wordsOf = ({ code, detail }: Failure): string => [code, detail].filter(Boolean).join(" ");

/** All of an answer that a reader goes by. What a query has cost differs from request to request. */
function gist({ status, headers, body, transport, delayMs }: StandInAnswer): string {
  const version = headers["x-shopify-api-version"];
  return JSON.stringify([status, version, headers["content-type"], transport, delayMs, withoutCost(body)]);
}

function withoutCost(body: string): unknown {
  try {
    const { extensions, ...rest } = JSON.parse(body) as { extensions?: { search?: unknown } };
    return { ...rest, search: extensions?.search };
  } catch {
    return body;
  }
}
