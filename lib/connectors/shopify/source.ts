import type { ShopifyClient } from "@/lib/connectors/shopify/client";
import { readCursor, startOf } from "@/lib/connectors/shopify/cursor";
import { readAccess } from "@/lib/connectors/shopify/read-access";
import { readCount } from "@/lib/connectors/shopify/read-count";
import { readCustomers } from "@/lib/connectors/shopify/read-customers";
import { readDepartures, readGone } from "@/lib/connectors/shopify/read-gone";
import { PAGE_LIMIT, readList, refusedCursor } from "@/lib/connectors/shopify/read-list";
import { readOrders } from "@/lib/connectors/shopify/read-orders";
import { readSpan } from "@/lib/connectors/shopify/read-span";
import { CUSTOMERS, ORDERS, type Readable } from "@/lib/connectors/shopify/readable";
import { ok } from "@/lib/kernel/result";
import type { CustomerRecord } from "@/lib/rules/customer";
import type { OrderRecord } from "@/lib/rules/order";
import type { Source, SourceProofs } from "@/lib/runner/reading-ports";

interface Options {
  client: ShopifyClient;
}

/** A source that gives every kind of evidence. */
type ProvingSource<R> = Source<R> & Required<SourceProofs>;

/** Shopify as the runner reads it: the customers of one shop. */
export function createShopifySource({ client }: Options): ProvingSource<CustomerRecord> {
  return { ...createLists(client, CUSTOMERS), read: (ids) => readCustomers(client, [...new Set(ids)]) };
}

/** The orders of one shop. */
export function createShopifyOrderSource({ client }: Options): ProvingSource<OrderRecord> {
  return { ...createLists(client, ORDERS), read: (ids) => readOrders(client, [...new Set(ids)]) };
}

function createLists(client: ShopifyClient, readable: Readable): Omit<ProvingSource<never>, "read"> {
  return {
    page: async ({ kind, cursor, first }) => {
      const place = cursor === null ? startOf(kind) : readCursor(kind, cursor);
      return place ? readList(client, readable, place, Math.min(first, PAGE_LIMIT)) : refusedCursor();
    },
    async total() {
      const counted = await readCount(client, readable);
      return counted.ok ? ok(counted.value.exact) : counted;
    },
    count: () => readCount(client, readable),
    span: (span, limit) => readSpan(client, readable, span, limit),
    access: () => readAccess(client, readable),
    departures: (ids, sinceMs) => readDepartures(client, readable.type, ids, sinceMs),
    goneSince: (sinceMs) => readGone(client, readable.type, sinceMs),
  };
}
