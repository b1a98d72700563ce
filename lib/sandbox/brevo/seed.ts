import { z } from "zod";
import type { StoredAttribute, StoredContact, StoredList } from "@/lib/sandbox/brevo/contact";
import { readIdentifiers } from "@/lib/sandbox/brevo/contact";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** The part of a seed that could spoil the account if it were wrong; sent by tests and the demo over the control port. */
export const seedSchema: z.ZodType<SeedData> = z.strictObject({
  attributes: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
        category: z.enum(["normal", "transactional", "category", "calculated", "global"]),
        type: z.enum(["text", "date", "float", "id", "boolean", "multiple-choice", "user"]).optional(),
        enumeration: z.array(z.strictObject({ value: z.int(), valueStr: z.string(), label: z.string() })).optional(),
        multiCategoryOptions: z.array(z.string()).optional(),
        calculatedValue: z.string().optional(),
      }),
    )
    .optional(),
  lists: z.array(z.strictObject({ id: z.int().min(1), name: z.string(), folderId: z.int() })).optional(),
  contacts: z
    .array(
      z.strictObject({
        email: z.string().min(3),
        extId: z.string().nullable().optional(),
        attributes: z.record(z.string(), value).optional(),
        listIds: z.array(z.int()).optional(),
        listUnsubscribed: z.array(z.int()).optional(),
        emailBlacklisted: z.boolean().optional(),
        smsBlacklisted: z.boolean().optional(),
        createdAt: z.iso.datetime().optional(),
      }),
    )
    .optional(),
});

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
