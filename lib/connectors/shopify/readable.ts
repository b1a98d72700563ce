import type { z } from "zod";
import {
  type Counted,
  customerCountShape,
  customerListShape,
  orderCountShape,
  orderListShape,
  type RowList,
} from "@/lib/connectors/shopify/answers";
import * as operations from "@/lib/connectors/shopify/operations";
import type { WalkKind } from "@/lib/runner/reading-ports";

/** One kind of record as it is listed and counted: which operations, and what their answers look like. */
export interface Readable {
  type: "Customer" | "Order";
  pages: Readonly<Record<WalkKind, string>>;
  span: string;
  rows: z.ZodType<RowList>;
  count: string;
  counted: z.ZodType<Counted>;
  /** All that a rule for it ever asks, in the order in which a probe tries them. */
  operations: readonly string[];
}

export const CUSTOMERS: Readable = {
  type: "Customer",
  pages: { updated: operations.CUSTOMERS_PAGE, id: operations.CUSTOMERS_PAGE_BY_ID },
  span: operations.CUSTOMERS_IN_SPAN,
  rows: customerListShape,
  count: operations.CUSTOMERS_COUNT,
  counted: customerCountShape,
  operations: [
    operations.CUSTOMERS_PAGE,
    operations.CUSTOMERS_PAGE_BY_ID,
    operations.CUSTOMERS_BY_IDS,
    operations.CUSTOMERS_COUNT,
    operations.CUSTOMERS_IN_SPAN,
    operations.DEPARTURES,
  ],
};

export const ORDERS: Readable = {
  type: "Order",
  pages: { updated: operations.ORDERS_PAGE, id: operations.ORDERS_PAGE_BY_ID },
  span: operations.ORDERS_IN_SPAN,
  rows: orderListShape,
  count: operations.ORDERS_COUNT,
  counted: orderCountShape,
  operations: [
    operations.ORDERS_PAGE,
    operations.ORDERS_PAGE_BY_ID,
    operations.ORDERS_BY_IDS,
    operations.ORDER_LINES,
    operations.ORDERS_COUNT,
    operations.ORDERS_IN_SPAN,
    operations.OLDEST_ORDER,
    operations.DEPARTURES,
  ],
};
