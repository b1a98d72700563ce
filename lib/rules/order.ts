/** An amount as Shopify gives it: decimal text (never a float) and its currency. How many decimals is the currency's affair: JPY has none. */
export interface Money {
  amount: string;
  currency: string;
}

/** In the shop's currency, and in the one that the buyer saw. Never to be added up across the two. */
export interface TwoMoneys {
  shop: Money;
  presentment: Money;
}

export interface OrderLine {
  id: string;
  title: string;
  sku: string | null;
  quantity: number;
  /** Less what was refunded or removed. */
  currentQuantity: number;
  unitPrice: Money;
}

export interface OrderRefund {
  id: string;
  /** Null when Shopify does not say. Epoch ms. */
  createdAtMs: number | null;
  total: Money;
}

/** The order's customer, as far as the order shows it. */
export interface OrderCustomer {
  id: string;
  updatedAtMs: number;
  email: { address: string; state: string } | null;
}

/**
 * An order as read by id, in our words. Source: Admin GraphQL `Order`, the fields of `OrdersPage` in the connector's operations. Ids are the numeric part of
 * the gid, as text: they pass 2^53. Statuses stay text: one that we do not know is refused, not guessed. Lives in memory only.
 */
export interface OrderRecord {
  object: "order";
  id: string;
  /** `#1001`, as the merchant knows it. */
  name: string;
  /** A test order is read like any other; the rule filters it. */
  test: boolean;
  createdAtMs: number;
  processedAtMs: number;
  updatedAtMs: number;
  cancelledAtMs: number | null;
  cancelReason: string | null;
  closedAtMs: number | null;
  financialStatus: string | null;
  fulfillmentStatus: string;
  /** The order's own address; a guest has no other. */
  email: string | null;
  currency: string;
  presentmentCurrency: string;
  locale: string | null;
  sourceName: string | null;
  tags: string[];
  /** What the buyer ticked at the checkout; not a proof of consent. */
  acceptsMarketing: boolean;
  total: TwoMoneys;
  /** After refunds, edits and removals. */
  currentTotal: TwoMoneys;
  totalRefunded: TwoMoneys;
  /** Null: a guest. */
  customer: OrderCustomer | null;
  /** All of them, read to the last page. */
  lines: OrderLine[];
  refunds: OrderRefund[];
}
