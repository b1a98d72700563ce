/** The identifiers an account keeps unique, by their names in `metadata.duplicate_identifiers`. `email` and `ext_id` are fields, the rest attributes. */
export const PHONE_IDENTIFIERS = ["SMS", "WHATSAPP", "LANDLINE_NUMBER"] as const;
export type PhoneIdentifier = (typeof PHONE_IDENTIFIERS)[number];
export type Identifier = "email" | "ext_id" | PhoneIdentifier;

export type AttributeValue = string | number | boolean | string[];

/** A contact as the account holds it. Times are ISO strings with milliseconds; phones are digits only; the address is lower-case. */
export interface StoredContact {
  id: number;
  email: string | null;
  extId: string | null;
  attributes: Readonly<Record<string, AttributeValue>>;
  listIds: readonly number[];
  listUnsubscribed: readonly number[];
  emailBlacklisted: boolean;
  smsBlacklisted: boolean;
  createdAt: string;
  modifiedAt: string;
}

export type AttributeCategory = "normal" | "transactional" | "category" | "calculated" | "global";
type AttributeType = "text" | "date" | "float" | "id" | "boolean" | "multiple-choice" | "user";

/** A stored key of a category; `value` is 0 where the key is not numeric (x-provenance of the OpenAPI, `GET /contacts/attributes`). */
interface CategoryOption {
  value: number;
  valueStr: string;
  label: string;
}

export interface StoredAttribute {
  name: string;
  category: AttributeCategory;
  type?: AttributeType;
  enumeration?: CategoryOption[];
  multiCategoryOptions?: string[];
  calculatedValue?: string;
}

export interface StoredList {
  id: number;
  name: string;
  folderId: number;
}

/** The unique keys a contact occupies, as `identifier:value`. */
export function readIdentifiers(
  contact: Pick<StoredContact, "email" | "extId" | "attributes">,
): [Identifier, string][] {
  const found: [Identifier, string][] = [];
  if (contact.email) found.push(["email", contact.email.toLowerCase()]);
  if (contact.extId) found.push(["ext_id", contact.extId]);
  for (const name of PHONE_IDENTIFIERS) {
    const value = contact.attributes[name];
    if (typeof value === "string" && value !== "") found.push([name, value]);
  }
  return found;
}

/** A contact in the shape of `getContactDetails`; `ext_id` is told as the attribute EXT_ID. */
export function describeContact(contact: StoredContact): Record<string, unknown> {
  const attributes = contact.extId ? { ...contact.attributes, EXT_ID: contact.extId } : contact.attributes;
  return {
    ...(contact.email ? { email: contact.email } : {}),
    id: contact.id,
    emailBlacklisted: contact.emailBlacklisted,
    smsBlacklisted: contact.smsBlacklisted,
    createdAt: contact.createdAt,
    modifiedAt: contact.modifiedAt,
    listIds: contact.listIds,
    listUnsubscribed: contact.listUnsubscribed,
    attributes,
  };
}
