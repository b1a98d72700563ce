import { DEMO_ATTRIBUTES, DEMO_LISTS } from "@/lib/demo/brevo/account-shape";
import type { MappingRow, Rule } from "@/lib/rules/schema";
import type { AttributeValue } from "@/lib/sandbox/brevo/contact";
import type { SeedData } from "@/lib/sandbox/brevo/seed";
import type { CustomerInput, ShopCustomer } from "@/lib/sandbox/shopify/customer";

const HOUR_MS = 3_600_000;
const COUNTRIES = ["FR", "DE", "SE", "PT", "US"] as const;
const second = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;

const row = (source: MappingRow["source"], name: string, type: "text" | "float"): MappingRow => ({
  source,
  transform: { kind: "none" },
  target: { name, type, options: [] },
});

/** What is measured publishes: six attributes, one marketing list, caps out of the way. */
export const RULE: Rule = {
  version: 1,
  object: "customer",
  mapping: [
    row("firstName", "FIRSTNAME", "text"),
    row("lastName", "LASTNAME", "text"),
    row("countryCode", "COUNTRY", "text"),
    row("locale", "LANGUAGE", "text"),
    row("numberOfOrders", "ORDERS_COUNT", "float"),
    row("amountSpent", "TOTAL_SPENT", "float"),
  ],
  filter: [],
  consent: { optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], onWithdrawal: "unlist_and_block" },
  lists: [{ id: DEMO_LISTS.NEWSLETTER.id, name: DEMO_LISTS.NEWSLETTER.name, marketing: true }],
  badRecords: "hold",
  onDeleted: "unlist",
  caps: { calls: 10_000_000, created: 10_000_000, written: 10_000_000, minutes: 600 },
};

/** An account without contacts, so that the first run creates everyone. */
export const ACCOUNT: SeedData = { lists: Object.values(DEMO_LISTS), attributes: DEMO_ATTRIBUTES };

/** Customers whose consent is provable, last changed over the day before the last hour: a second run finds nothing new. */
export function customers(count: number, nowMs: number): CustomerInput[] {
  const firstMs = nowMs - 25 * HOUR_MS;
  return Array.from({ length: count }, (_, n) => ({
    id: String(7_000_000_000_001 + n),
    createdAt: second(firstMs - 24 * HOUR_MS),
    updatedAt: second(firstMs + Math.floor((n / count) * 24 * HOUR_MS)),
    firstName: `Zoë ${n}`,
    lastName: `Ångström-${n % 97}`,
    locale: n % 3 === 0 ? "fr" : "en",
    address: { countryCode: COUNTRIES[n % COUNTRIES.length] ?? null },
    numberOfOrders: n % 11,
    amountSpent: { amount: `${n % 500}.50`, currencyCode: "EUR" },
    email: {
      address: `customer.${n}@mail.example`,
      marketingState: "SUBSCRIBED",
      marketingOptInLevel: n % 2 === 0 ? "CONFIRMED_OPT_IN" : "SINGLE_OPT_IN",
      marketingUpdatedAt: second(firstMs - 12 * HOUR_MS),
    },
  }));
}

/** What the rule above makes of a customer, written down a second time so that the check does not ask the code it checks. */
export function expectedAttributes(customer: ShopCustomer): Record<string, AttributeValue> {
  return {
    FIRSTNAME: customer.firstName ?? "",
    LASTNAME: customer.lastName ?? "",
    COUNTRY: customer.address?.countryCode ?? "",
    LANGUAGE: customer.locale,
    ORDERS_COUNT: customer.numberOfOrders,
    TOTAL_SPENT: Number(customer.amountSpent.amount),
  };
}
