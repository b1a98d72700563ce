import { domainToASCII } from "node:url";
import type { AttributeValue, StoredContact } from "@/lib/sandbox/brevo/contact";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";

/*
 * An oracle of its own: it knows what a merchant would say who looks at the shop and at the account, and shares no code with what it judges.
 */

export interface Expected {
  customerId: string;
  /** How many customers share the address. */
  sharing: number;
  /** Undefined: the attribute must not be there. */
  attributes: Record<string, AttributeValue | undefined>;
}

export interface Shop {
  customers: readonly ShopCustomer[];
  /** IANA zone of the shop. */
  timeZone: string;
}

type Read = (customer: ShopCustomer, shop: Shop) => AttributeValue | undefined;

const text = (value: string | null | undefined) => (value ? value : undefined);

/** What the demo's suggested rule writes, by attribute. SMS is not here: no phone of the demo has a consent time, so it is never written. */
export const SUGGESTED: Record<string, Read> = {
  FIRSTNAME: (customer) => text(customer.firstName?.trim()),
  LASTNAME: (customer) => text(customer.lastName?.trim()),
  COUNTRY: (customer) => text(customer.address?.countryCode),
  LANGUAGE: (customer) => text(customer.locale),
  ORDERS_COUNT: (customer) => customer.numberOfOrders,
  TOTAL_SPENT: (customer) => Number(customer.amountSpent.amount),
  CUSTOMER_SINCE: ({ createdAt }, { timeZone }) => new Date(createdAt).toLocaleDateString("sv-SE", { timeZone }),
  TAGS: (customer) => text(customer.tags.join(", ")),
};

/** An address as accounts compare them. */
export function fold(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(address.slice(at + 1))}`;
}

const OPTED_OUT = ["UNSUBSCRIBED", "INVALID", "REDACTED"];
const LEVELS = ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"];

/** Whether the shop can prove that the customer wants the e-mails. */
export function hasProvableConsent({ email }: ShopCustomer): boolean {
  if (email?.marketingState !== "SUBSCRIBED" || email.marketingUpdatedAt === null) return false;
  return LEVELS.includes(email.marketingOptInLevel ?? "") && Date.parse(email.marketingUpdatedAt) <= Date.now();
}

const optedOut = ({ email }: ShopCustomer) => OPTED_OUT.includes(email?.marketingState ?? "");

/**
 * Who must be on the list, by address. Of customers who share one, the last updated speaks for it; an opt-out of any of them wins.
 * @param reads attributes to expect
 */
export function expectedContacts(shop: Shop, reads: Record<string, Read> = SUGGESTED): Map<string, Expected> {
  const byAddress = new Map<string, ShopCustomer[]>();
  for (const customer of shop.customers) {
    if (!customer.email) continue;
    const address = fold(customer.email.address);
    byAddress.set(address, [...(byAddress.get(address) ?? []), customer]);
  }
  const expected = new Map<string, Expected>();
  for (const [address, sharing] of byAddress) {
    const [owner] = sharing.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
    if (!owner || !hasProvableConsent(owner) || sharing.some(optedOut)) continue;
    const attributes = Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read(owner, shop)]));
    expected.set(address, { customerId: owner.id, sharing: sharing.length, attributes });
  }
  return expected;
}

/** Addresses of customers of whom one consents and another opted out: whoever is written before the other is known is withdrawn again. */
export function contestedAddresses({ customers }: Shop): string[] {
  const of = (which: (customer: ShopCustomer) => boolean) =>
    new Set(customers.filter(which).flatMap(({ email }) => (email ? [fold(email.address)] : [])));
  const against = of(optedOut);
  return [...of(hasProvableConsent)].filter((address) => against.has(address));
}

export interface Comparison {
  expected: ReadonlyMap<string, Expected>;
  /** The account before the first run, and now. */
  before: readonly StoredContact[];
  after: readonly StoredContact[];
  /** The lists of the rule. */
  listIds: readonly number[];
  /** Addresses of people who opted out after they were written, or may have: off the lists and blocklisted. */
  withdrawn?: readonly string[];
}

/** Everything in which the account differs from what it must be; empty when it is right. Names ids only. */
export function differences({ expected, before, after, listIds, withdrawn = [] }: Comparison): string[] {
  const found: string[] = [];
  const old = new Map(before.map((contact) => [contact.id, contact]));
  const now = new Map(after.map((contact) => [contact.email ?? "", contact]));
  for (const [address, wanted] of expected) {
    const contact = now.get(address);
    if (contact) found.push(...wrongIn(contact, wanted, old.get(contact.id), listIds));
    else found.push(`customer ${wanted.customerId} is missing`);
  }
  const left = new Set(withdrawn.map(fold));
  for (const contact of after) {
    const address = contact.email ?? "";
    if (expected.has(address)) continue;
    if (left.has(address)) {
      const gone = !listIds.some((id) => contact.listIds.includes(id)) && contact.emailBlacklisted;
      if (!gone) found.push(`contact ${contact.id} opted out and is not taken off`);
    } else if (JSON.stringify(contact) !== JSON.stringify(old.get(contact.id))) {
      found.push(
        `contact ${contact.id} has no provable consent and was ${old.has(contact.id) ? "changed" : "made"}: ${stateOf(contact)}`,
      );
    }
  }
  const kept = new Set(after.map((contact) => contact.id));
  for (const { id } of before) if (!kept.has(id)) found.push(`contact ${id} was deleted`);
  return found;
}

const stateOf = ({ listIds, emailBlacklisted }: StoredContact) =>
  `on lists [${listIds}]${emailBlacklisted ? ", blocklisted" : ""}`;

function wrongIn(
  now: StoredContact,
  wanted: Expected,
  old: StoredContact | undefined,
  listIds: readonly number[],
): string[] {
  const found: string[] = [];
  const attributes: Record<string, AttributeValue | undefined> = { ...old?.attributes, ...wanted.attributes };
  for (const name of new Set([...Object.keys(attributes), ...Object.keys(now.attributes)]))
    if (now.attributes[name] !== attributes[name]) found.push(`contact ${now.id}: ${name} is wrong`);
  if (now.emailBlacklisted !== (old?.emailBlacklisted ?? false)) found.push(`contact ${now.id}: blocklisting changed`);
  const lists = new Set([...(old?.listIds ?? []), ...listIds]);
  if (!sameIds(lists, now.listIds) && !now.emailBlacklisted) found.push(`contact ${now.id}: lists are wrong`);
  return found;
}

const sameIds = (wanted: ReadonlySet<number>, ids: readonly number[]) =>
  wanted.size === ids.length && ids.every((id) => wanted.has(id));
