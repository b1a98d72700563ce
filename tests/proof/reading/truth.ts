import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { FakeAccount } from "@/tests/support/world/account";
import { RULE } from "@/tests/support/world/world";

const LIST = RULE.lists[0]?.id ?? 0;

/** What an account is held against: customers as the shop has them, seen by nobody's API. */
export interface Truth {
  /** Addresses whose contact is not as the shop has the customer. */
  missing: ReadonlySet<string>;
  /** Contacts that are owed the list and were taken off it. */
  takenOff: number;
}

export function holdAgainst(customers: readonly ShopCustomer[], account: FakeAccount): Truth {
  const owed = new Set<string>();
  const missing = new Set<string>();
  let takenOff = 0;
  for (const { email, firstName } of customers) {
    if (email?.marketingState !== "SUBSCRIBED") continue;
    owed.add(email.address);
    const contact = account.byAddress(email.address);
    if (contact && !contact.lists.has(LIST)) takenOff++;
    if (!contact?.lists.has(LIST) || contact.attributes.FIRSTNAME !== firstName) missing.add(email.address);
  }
  for (const contact of account.contacts.values())
    if (!owed.has(contact.address) && contact.lists.has(LIST)) missing.add(contact.address);
  return { missing, takenOff };
}
