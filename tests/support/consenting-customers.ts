import type { CustomerInput } from "@/lib/sandbox/shopify/customer";

const HOUR_MS = 3_600_000;
const second = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;

/** Customers 1001, 1002, … at c0@example.com, c1@…, whose consent is provable, changed within the last hours. */
export function consentingCustomers(count: number): CustomerInput[] {
  const baseMs = Date.now() - 10 * HOUR_MS;
  return Array.from({ length: count }, (_, n) => ({
    id: String(1001 + n),
    createdAt: second(baseMs),
    updatedAt: second(baseMs + n * 1000),
    firstName: `First ${n}`,
    lastName: "Last",
    email: {
      address: `c${n}@example.com`,
      marketingState: "SUBSCRIBED",
      marketingOptInLevel: "CONFIRMED_OPT_IN",
      marketingUpdatedAt: second(baseMs - HOUR_MS),
      validFormat: true,
    },
  })) as CustomerInput[];
}
