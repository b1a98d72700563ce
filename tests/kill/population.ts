import { DEMO_ATTRIBUTES, DEMO_LISTS } from "@/lib/demo/brevo/account-shape";
import type { MappingRow, Rule } from "@/lib/rules/schema";
import type { SeedData } from "@/lib/sandbox/brevo/seed";
import type { CustomerInput, ShopCustomer } from "@/lib/sandbox/shopify/customer";

const HOUR_MS = 3_600_000;
export const LIST_ID = DEMO_LISTS.NEWSLETTER.id;

const row = (source: MappingRow["source"], name: string): MappingRow => ({
  source,
  transform: { kind: "none" },
  target: { name, type: "text", options: [] },
});

/** First names carry the version of a customer and last names its id, so that every write says which version of whom it is. */
export const RULE: Rule = {
  version: 1,
  object: "customer",
  mapping: [row("firstName", "FIRSTNAME"), row("lastName", "LASTNAME"), row("countryCode", "COUNTRY")],
  filter: [],
  consent: { optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], onWithdrawal: "unlist_and_block" },
  lists: [{ id: LIST_ID, name: DEMO_LISTS.NEWSLETTER.name, marketing: true }],
  badRecords: "hold",
  onDeleted: "unlist",
  caps: { calls: 10_000_000, created: 10_000_000, written: 10_000_000, minutes: 600 },
};

/** What that rule writes, for the oracle, which shares no code with the rule. */
export const READS = {
  FIRSTNAME: (customer: ShopCustomer) => customer.firstName ?? undefined,
  LASTNAME: (customer: ShopCustomer) => customer.lastName ?? undefined,
  COUNTRY: (customer: ShopCustomer) => customer.address?.countryCode ?? undefined,
};

export const ACCOUNT: SeedData = { lists: Object.values(DEMO_LISTS), attributes: DEMO_ATTRIBUTES };

export const second = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;

/** An address of a customer; a customer who moves takes the next number. */
export const addressOf = (id: string, move: number): string => `k${id}.${move}@mail.example`;

/** Consent that can be proved, given at this time. */
export const subscribed = (address: string, atMs: number): CustomerInput["email"] => ({
  address,
  marketingState: "SUBSCRIBED",
  marketingOptInLevel: "SINGLE_OPT_IN",
  marketingUpdatedAt: second(atMs),
});

/** Customers 7001, 7002, … of a shop that has been still for an hour; every seventh has not subscribed. */
export function population(count: number, nowMs: number): CustomerInput[] {
  const firstMs = nowMs - 5 * HOUR_MS;
  return Array.from({ length: count }, (_, n) => {
    const id = String(7001 + n);
    const email = subscribed(addressOf(id, 0), firstMs - HOUR_MS);
    return {
      id,
      createdAt: second(firstMs - HOUR_MS),
      updatedAt: second(firstMs + n * 1000),
      firstName: "v0",
      lastName: id,
      address: { countryCode: n % 2 === 0 ? "FR" : "SE" },
      email: n % 7 === 6 ? { address: addressOf(id, 0), marketingState: "NOT_SUBSCRIBED" } : email,
    } as CustomerInput;
  });
}
