import type { LineNode, OrderNode } from "@/lib/connectors/shopify/answers";
import { idOf } from "@/lib/connectors/shopify/gid";
import type { Money, OrderLine, OrderRecord, TwoMoneys } from "@/lib/rules/order";

interface MoneyNode {
  amount: string;
  currencyCode: string;
}

const toMoney = ({ amount, currencyCode }: MoneyNode): Money => ({ amount, currency: currencyCode });

const toTwoMoneys = (bag: { shopMoney: MoneyNode; presentmentMoney: MoneyNode }): TwoMoneys => ({
  shop: toMoney(bag.shopMoney),
  presentment: toMoney(bag.presentmentMoney),
});

export function toOrderLine(node: LineNode): OrderLine {
  const { id, title, sku, quantity, currentQuantity, originalUnitPriceSet } = node;
  return { id: idOf(id), title, sku, quantity, currentQuantity, unitPrice: toMoney(originalUnitPriceSet.shopMoney) };
}

/** An order as Shopify shows it, in our words. Amounts stay the text that they are. @param lines all of them, in the order's own sequence */
export function toOrderRecord(node: OrderNode, lines: readonly LineNode[]): OrderRecord {
  const { customer } = node;
  const email = customer?.defaultEmailAddress ?? null;
  return {
    object: "order",
    id: idOf(node.id),
    name: node.name,
    test: node.test,
    createdAtMs: node.createdAt,
    processedAtMs: node.processedAt,
    updatedAtMs: node.updatedAt,
    cancelledAtMs: node.cancelledAt,
    cancelReason: node.cancelReason,
    closedAtMs: node.closedAt,
    financialStatus: node.displayFinancialStatus,
    fulfillmentStatus: node.displayFulfillmentStatus,
    email: node.email,
    currency: node.currencyCode,
    presentmentCurrency: node.presentmentCurrencyCode,
    locale: node.customerLocale,
    sourceName: node.sourceName,
    tags: node.tags,
    acceptsMarketing: node.customerAcceptsMarketing,
    total: toTwoMoneys(node.totalPriceSet),
    currentTotal: toTwoMoneys(node.currentTotalPriceSet),
    totalRefunded: toTwoMoneys(node.totalRefundedSet),
    customer: customer && {
      id: idOf(customer.id),
      updatedAtMs: customer.updatedAt,
      email: email && { address: email.emailAddress, state: email.marketingState },
    },
    lines: lines.map(toOrderLine),
    refunds: node.refunds.map(({ id, createdAt, totalRefundedSet }) => ({
      id: idOf(id),
      createdAtMs: createdAt,
      total: toMoney(totalRefundedSet.shopMoney),
    })),
  };
}
