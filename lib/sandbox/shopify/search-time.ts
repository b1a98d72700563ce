import type { Bounds } from "@/lib/sandbox/shopify/search-bounds";
import type { Comparator, SearchTerm } from "@/lib/sandbox/shopify/search-terms";
import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";
import { nextDay, type ShopInstant, shopDayOf, startOfShopDay } from "@/lib/sandbox/shopify/shop-time";

/** A time term as the index reads it: bounds in whole seconds, and the range that the debug header shows. */
export interface ResolvedTime {
  bounds: Bounds<number>;
  range: Record<string, string>;
}

/**
 * Reads the time of a term: a quoted ISO time is an instant; anything else that begins with a date is that date's midnight in the
 * shop's zone. @param mayGoByDay whether the switch for whole days concerns this connection @returns undefined when it is no time at all
 */
export function resolveTimeTerm(
  term: SearchTerm,
  settings: ShopifySettings,
  mayGoByDay: boolean,
): ResolvedTime | undefined {
  const zone = settings.shop.ianaTimezone;
  const at = readTime(term, zone);
  if (!at) return undefined;
  const comparator = settings.inclusiveBounds ? loosen(term.comparator) : term.comparator;
  const byDay = mayGoByDay && settings.customerUpdatedAtGranularity === "shop-day" && term.field === "updated_at";
  const bounds = byDay ? dayBounds(comparator, at, zone) : secondBounds(comparator, at);
  const range = comparator === "eq" ? { gte: at.text, lte: at.text } : { [comparator]: at.text };
  return { bounds, range };
}

function readTime(term: SearchTerm, zone: string): ShopInstant | undefined {
  const day = /^\d{4}-\d\d-\d\d/.exec(term.value)?.[0];
  if (day === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  if (term.quote !== null && term.value !== day) {
    const epochMs = Date.parse(term.value);
    return Number.isNaN(epochMs) ? undefined : { epochSeconds: epochMs / 1000, text: term.value };
  }
  return startOfShopDay(day, zone);
}

function loosen(comparator: Comparator): Comparator {
  if (comparator === "gt") return "gte";
  return comparator === "lt" ? "lte" : comparator;
}

function secondBounds(comparator: Comparator, { epochSeconds }: ShopInstant): Bounds<number> {
  switch (comparator) {
    case "eq":
      return { from: Math.floor(epochSeconds), to: Math.floor(epochSeconds) };
    case "gt":
      return { from: Math.floor(epochSeconds) + 1 };
    case "gte":
      return { from: Math.ceil(epochSeconds) };
    case "lt":
      return { to: Math.ceil(epochSeconds) - 1 };
    case "lte":
      return { to: Math.floor(epochSeconds) };
    default:
      throw new Error(`Unknown comparator ${comparator satisfies never}`);
  }
}

function dayBounds(comparator: Comparator, { epochSeconds }: ShopInstant, zone: string): Bounds<number> {
  const day = shopDayOf(epochSeconds, zone);
  const first = startOfShopDay(day, zone).epochSeconds;
  const last = startOfShopDay(nextDay(day), zone).epochSeconds - 1;
  switch (comparator) {
    case "eq":
      return { from: first, to: last };
    case "gt":
      return { from: last + 1 };
    case "gte":
      return { from: first };
    case "lt":
      return { to: first - 1 };
    case "lte":
      return { to: last };
    default:
      throw new Error(`Unknown comparator ${comparator satisfies never}`);
  }
}
