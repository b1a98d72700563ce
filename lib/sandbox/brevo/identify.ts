import { contactNotFound, invalid } from "@/lib/sandbox/brevo/answers";
import { normalisePhone } from "@/lib/sandbox/brevo/attribute-value";
import type { PhoneIdentifier, StoredContact } from "@/lib/sandbox/brevo/contact";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

type Found = { contact: StoredContact } | { refusal: StandInAnswer };

const PHONE_TYPES: Readonly<Record<string, PhoneIdentifier>> = {
  phone_id: "SMS",
  whatsapp_id: "WHATSAPP",
  landline_number_id: "LANDLINE_NUMBER",
};

/** Decodes a path segment as the vendor's server does: form rules, so a bare `+` is a blank, and the bytes must be ASCII (reported as 400). */
function decodeSegment(segment: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(segment)) return undefined;
  try {
    return decodeURIComponent(segment.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/**
 * Finds the contact that a path names.
 * @param segment as it stood in the path, still encoded @param identifierType from the query; without it ids, addresses and (for reads) phones are told apart
 * @returns the contact, or Brevo's 400 or 404
 */
export function identifyContact(store: BrevoStore, segment: string, identifierType: string | null): Found {
  const identifier = decodeSegment(segment);
  if (identifier === undefined) return { refusal: invalid("Invalid identifier encoding") };
  const type = identifierType ?? guessType(identifier);
  switch (type) {
    case "contact_id":
      return /^\d+$/.test(identifier) ? found(store.contacts.get(Number(identifier))) : refuse("Invalid contact id");
    case "email_id":
      return /^[^\s@]+@[^\s@]+$/.test(identifier)
        ? found(store.findBy("email", identifier.toLowerCase()))
        : refuse("Invalid email address");
    case "ext_id":
      return found(store.findBy("ext_id", identifier));
    case "phone_id":
    case "whatsapp_id":
    case "landline_number_id": {
      const phone = normalisePhone(identifier);
      return phone ? found(store.findBy(PHONE_TYPES[type] ?? "SMS", phone)) : refuse("Invalid phone number");
    }
    default:
      return refuse("Invalid identifier or identifierType");
  }
}

/** Digits of an id's length are an id; longer ones, or with a leading +, a phone. */
function guessType(identifier: string): string {
  if (identifier.includes("@")) return "email_id";
  if (/^\d{1,9}$/.test(identifier)) return "contact_id";
  return normalisePhone(identifier) ? "phone_id" : "unknown";
}

const found = (contact: StoredContact | undefined): Found => (contact ? { contact } : { refusal: contactNotFound() });
const refuse = (message: string): Found => ({ refusal: invalid(message) });
