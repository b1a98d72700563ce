import type { BrevoContact } from "@/lib/connectors/brevo/answers";
import { PHONE_ATTRIBUTES } from "@/lib/connectors/brevo/contact-request";
import type { AttributeValue, ContactPayload } from "@/lib/rules/payload";
import type { Attribute } from "@/lib/rules/schema";

/**
 * Whether the managed part of a payload is what stands in Brevo: its attributes, its lists, its blocklisting. Everything else in the contact is the
 * merchant's and is not looked at.
 * @param attributes the rule's, for the types; one that is not among them is compared by the form of its value
 */
export function isSame(contact: BrevoContact, payload: ContactPayload, attributes: readonly Attribute[]): boolean {
  if (payload.emailBlacklisted && !contact.emailBlacklisted) return false;
  if (!payload.listIds.every((id) => contact.listIds.includes(id))) return false;
  if (payload.unlinkListIds.some((id) => contact.listIds.includes(id))) return false;
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  return Object.entries(payload.attributes).every(([name, wanted]) =>
    isSameValue(wanted, contact.attributes[name], name, byName.get(name)),
  );
}

function isSameValue(wanted: AttributeValue, stored: unknown, name: string, attribute: Attribute | undefined): boolean {
  if (wanted === "") return stored === undefined || stored === null || stored === "";
  if (stored === undefined || stored === null) return false;
  if (Array.isArray(wanted)) return isSameSet(wanted, stored);
  if (PHONE_ATTRIBUTES.some((phone) => phone === name)) return digitsOf(wanted) === digitsOf(stored);
  switch (attribute?.type) {
    case "category":
      return isSameOption(wanted, stored, attribute);
    case "date":
      return typeof stored === "string" && dayOf(wanted) === dayOf(stored);
    case "float":
      return isSameNumber(wanted, stored);
    case "boolean":
      return isSameBoolean(wanted, stored);
    case "text":
    case "multiple-choice":
      return String(wanted) === String(stored);
    case undefined:
      return isSameForm(wanted, stored);
  }
}

/** Without the attribute's type: as the value itself suggests. Dates come back with a time of day from some accounts. */
function isSameForm(wanted: string | number | boolean, stored: unknown): boolean {
  if (typeof wanted === "boolean") return isSameBoolean(wanted, stored);
  if (typeof wanted === "number") return isSameNumber(wanted, stored);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(wanted);
  return wanted === String(stored) || (isDay && typeof stored === "string" && wanted === dayOf(stored));
}

/** Brevo may show a category by its stored key or by its label. */
function isSameOption(wanted: AttributeValue, stored: unknown, { options }: Attribute): boolean {
  const keyOf = (value: unknown) => {
    const text = String(value);
    return options.find(({ key }) => key === text)?.key ?? options.find(({ label }) => label === text)?.key ?? text;
  };
  return keyOf(wanted) === keyOf(stored);
}

function isSameSet(wanted: readonly string[], stored: unknown): boolean {
  if (!Array.isArray(stored)) return false;
  const found = new Set(stored.map(String));
  return found.size === new Set(wanted).size && wanted.every((value) => found.has(value));
}

/** A boolean sent as text is ignored by Brevo (APIv3-java-library#30), so a wanted text never counts as its boolean. */
const isSameBoolean = (wanted: AttributeValue, stored: unknown): boolean =>
  typeof wanted === "boolean" && (stored === wanted || String(stored) === String(wanted));

const isSameNumber = (wanted: AttributeValue, stored: unknown): boolean =>
  typeof wanted === "number" &&
  (typeof stored === "number" || (typeof stored === "string" && stored.trim() !== "")) &&
  Number(stored) === wanted;

const dayOf = (value: unknown): string => String(value).slice(0, 10);
/** Phones are stored as digits, without the + or 00 that they may be sent with. */
const digitsOf = (value: unknown): string => String(value).replace(/\D/g, "").replace(/^00/, "");
