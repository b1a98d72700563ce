import { GraphQLError } from "graphql";
import type { ShopOrder } from "@/lib/sandbox/shopify/order";
import { gidOf, toWholeSecond } from "@/lib/sandbox/shopify/record-text";
import { guarded, type VisibleData } from "@/lib/sandbox/shopify/wire-customer";

/** What an order's answer is made of besides the order. */
export interface OrderSurroundings {
  visible: VisibleData;
  /** The customer in the shape of the API, or null for one that is gone. @throws GraphQLError without the scope for customers */
  customerOf(id: string): Record<string, unknown> | null;
}

/** An order in the shape of the API. What needs a scope or an approval of its own is a function, so that GraphQL nulls just that with an error. */
export function toWireOrder(order: ShopOrder, { visible, customerOf }: OrderSurroundings): Record<string, unknown> {
  const { id, customerId, currencyCode, presentmentCurrencyCode: presentment } = order;
  const money = (amount: string) => ({ amount, currencyCode });
  const bag = (value: { shop: string; presentment?: string | undefined }) => ({
    shopMoney: money(value.shop),
    presentmentMoney: { amount: value.presentment ?? value.shop, currencyCode: presentment },
  });
  return {
    __typename: "Order",
    id: gidOf("Order", id),
    legacyResourceId: id,
    name: order.name,
    test: order.test,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: toWholeSecond(order.updatedAt),
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    closedAt: order.closedAt,
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: order.fulfillmentStatus,
    email: guarded(visible.email, "email", order.email),
    currencyCode,
    presentmentCurrencyCode: presentment,
    customerLocale: order.customerLocale,
    customerAcceptsMarketing: order.customerAcceptsMarketing,
    tags: order.tags,
    sourceName: order.sourceName,
    totalPriceSet: bag(order.total),
    currentTotalPriceSet: bag(order.currentTotal),
    totalRefundedSet: bag(order.totalRefunded),
    customer: customerId === null ? null : () => customerOf(customerId),
    refunds: order.refunds.map((refund) => ({
      __typename: "Refund",
      id: gidOf("Refund", refund.id),
      createdAt: refund.createdAt,
      totalRefundedSet: bag({ shop: refund.amount }),
    })),
    lineItems: (args: { first?: number | null; after?: string | null }) => listLines(order, args, bag),
  };
}

const LARGEST_PAGE = 250;

/** Lines in the order in which they stand; the cursor is a place in that order. */
function listLines(
  { lines }: ShopOrder,
  { first, after }: { first?: number | null; after?: string | null },
  bag: (value: { shop: string }) => unknown,
): Record<string, unknown> {
  if (!first || first < 1 || first > LARGEST_PAGE) throw badRequest("you must provide one of first or last");
  const start = after ? Number(/^line-(\d+)$/.exec(after)?.[1] ?? Number.NaN) : 0;
  if (Number.isNaN(start)) throw badRequest("Invalid cursor for current pagination sort.");
  const shown = lines.slice(start, start + first);
  const nodes = shown.map((line) => ({
    __typename: "LineItem",
    id: gidOf("LineItem", line.id),
    title: line.title,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity ?? line.quantity,
    originalUnitPriceSet: bag({ shop: line.unitPrice }),
  }));
  const cursors = shown.map((_, index) => `line-${start + index + 1}`);
  const pageInfo = {
    startCursor: cursors[0] ?? null,
    endCursor: cursors.at(-1) ?? null,
    hasNextPage: start + first < lines.length,
    hasPreviousPage: start > 0,
  };
  return { nodes, edges: nodes.map((node, index) => ({ node, cursor: cursors[index] })), pageInfo };
}

const badRequest = (message: string) => new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
