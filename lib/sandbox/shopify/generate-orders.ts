import { z } from "zod";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { OrderInput } from "@/lib/sandbox/shopify/order";
import { addAmounts, amountOf } from "@/lib/sandbox/shopify/order-amount";
import { second } from "@/lib/sandbox/shopify/record-fields";

/** What orders to make: the same seed, times and customers give the same orders. */
export const generateOrdersSchema = z.strictObject({
  seed: z.number().int().default(1),
  count: z.number().int().min(0).max(50_000),
  /** When the newest was placed. */
  until: second,
  /** Over how many days before that they are spread. */
  days: z.number().int().min(1).default(30),
});

export type GenerateOrders = z.output<typeof generateOrdersSchema>;

const FIRST_ID = 5_000_000_000_001n;
/** Decimals of each: a currency without any and one with three are among them on purpose. */
const DECIMALS = { EUR: 2, USD: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof DECIMALS;
const CURRENCIES = Object.keys(DECIMALS) as Currency[];
const MANY_LINES = 260;

/** Repeatable numbers in [0, 1): mulberry32, public domain. */
function repeatable(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Orders of every kind, oldest first: of customers and guests (one in five), test orders (one in twenty), cancelled, refunded in part, in four currencies,
 * a few seen by the buyer in another one, and every fiftieth with more lines than one page holds.
 */
export function generateOrders(
  { seed, count, until, days }: GenerateOrders,
  customers: readonly Pick<ShopCustomer, "id" | "email">[],
): OrderInput[] {
  const random = repeatable(seed);
  const stepMs = (days * 86_400_000) / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => {
    const atMs = Date.parse(until) - Math.round((count - 1 - index) * stepMs);
    return makeOrder(random, index, `${new Date(atMs).toISOString().slice(0, 19)}Z`, customers);
  });
}

function makeOrder(
  random: () => number,
  index: number,
  at: string,
  customers: readonly Pick<ShopCustomer, "id" | "email">[],
): OrderInput {
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const currencyCode = one(CURRENCIES) ?? "EUR";
  const id = String(FIRST_ID + BigInt(index));
  const customer = random() < 0.2 ? undefined : one(customers);
  const lines = makeLines(random, id, index % 50 === 49 ? MANY_LINES : 1 + Math.floor(random() * 4), currencyCode);
  const shop = lines.map(({ unitPrice }) => unitPrice).reduce(addAmounts, amountOf(0, DECIMALS[currencyCode]));
  const refunded = random() < 0.1 ? (lines[0]?.unitPrice ?? "0") : null;
  const cancelled = random() < 0.05;
  const abroad = currencyCode === "USD" && random() < 0.5;
  return {
    id,
    name: `#${1001 + index}`,
    createdAt: at,
    updatedAt: at,
    test: random() < 0.05,
    currencyCode,
    ...(abroad ? { presentmentCurrencyCode: "JPY" } : {}),
    customerId: customer?.id ?? null,
    email: customer ? (customer.email?.address ?? null) : `guest${index}@example.com`,
    financialStatus: cancelled ? "VOIDED" : refunded ? "PARTIALLY_REFUNDED" : "PAID",
    ...(cancelled ? { cancelledAt: at, cancelReason: "CUSTOMER" as const } : {}),
    total: { shop, ...(abroad ? { presentment: amountOf(Math.floor(random() * 90_000), 0) } : {}) },
    ...(refunded ? { totalRefunded: { shop: refunded } } : {}),
    refunds: refunded ? [{ id: `${id}1`, createdAt: at, amount: refunded }] : [],
    lines,
  };
}

function makeLines(random: () => number, orderId: string, count: number, currency: Currency) {
  return Array.from({ length: count }, (_, index) => ({
    id: `${orderId}${String(index + 1).padStart(4, "0")}`,
    title: `Lamp ${1 + Math.floor(random() * 40)}`,
    sku: random() < 0.9 ? `LAMP-${index + 1}` : null,
    quantity: 1,
    unitPrice: amountOf(100 + Math.floor(random() * 9_900), DECIMALS[currency]),
  }));
}
