import type { StoredAttribute, StoredContact, StoredList } from "@/lib/sandbox/brevo/contact";
import { readIdentifiers } from "@/lib/sandbox/brevo/contact";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";

/** A contact to begin with; what is absent is empty, `createdAt` is now. */
export type SeedContact = { email: string } & Partial<Omit<StoredContact, "id" | "email" | "modifiedAt">>;

export interface SeedData {
  attributes?: readonly StoredAttribute[];
  lists?: readonly StoredList[];
  contacts?: readonly SeedContact[];
}

/**
 * Puts lists, attributes and contacts into the account as they are, past the API and its alarms. Contacts whose identifier is taken are left as they
 * were, so that seeding twice changes nothing.
 * @returns how many contacts were added
 */
export function seedAccount(store: BrevoStore, data: SeedData): number {
  for (const attribute of data.attributes ?? []) store.commit({ kind: "attribute-put", attribute });
  for (const list of data.lists ?? []) store.commit({ kind: "list-put", list });
  let added = 0;
  for (const seed of data.contacts ?? []) {
    const at = seed.createdAt ?? store.now().toISOString();
    const contact: StoredContact = {
      id: store.peekContactId(),
      extId: null,
      attributes: {},
      listIds: [],
      listUnsubscribed: [],
      emailBlacklisted: false,
      smsBlacklisted: false,
      ...seed,
      email: seed.email.toLowerCase(),
      createdAt: at,
      modifiedAt: at,
    };
    if (readIdentifiers(contact).some(([identifier, value]) => store.findBy(identifier, value))) continue;
    store.commit({ kind: "contact-put", contact });
    added += 1;
  }
  return added;
}
