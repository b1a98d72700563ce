import { invalid, unknownList } from "@/lib/sandbox/brevo/answers";
import { judgeValue, normalisePhone } from "@/lib/sandbox/brevo/attribute-value";
import { type AttributeValue, PHONE_IDENTIFIERS, type StoredContact } from "@/lib/sandbox/brevo/contact";
import type { ContactBody } from "@/lib/sandbox/brevo/contact-body";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

type Composed = { contact: StoredContact } | { refusal: StandInAnswer };
type Attributes = { attributes: Record<string, AttributeValue> } | { refusal: StandInAnswer };

/** A contact nobody has written yet, with the id it would get. */
export function blankContact(store: BrevoStore): StoredContact {
  const at = store.now().toISOString();
  return {
    id: store.peekContactId(),
    email: null,
    extId: null,
    attributes: {},
    listIds: [],
    listUnsubscribed: [],
    emailBlacklisted: false,
    smsBlacklisted: false,
    createdAt: at,
    modifiedAt: at,
  };
}

/**
 * The contact a write would leave, without storing it. Absent fields persist, a blocklisting too; lists are added and unlinked. An address change
 * lifts the blocklisting unless the same write sets it.
 * @returns the contact, or the refusal of a list, a phone, or (by the switches) an attribute
 */
export function composeContact(
  store: BrevoStore,
  before: StoredContact,
  body: ContactBody,
  email: string | null,
): Composed {
  const written = composeAttributes(store, before.attributes, body.attributes ?? {});
  if ("refusal" in written) return written;
  const named = [...(body.listIds ?? []), ...(body.unlinkListIds ?? [])];
  if (named.some((id) => !store.lists.has(id))) return { refusal: unknownList(store.settings.semantics) };
  const unlinked = new Set(body.unlinkListIds ?? []);
  const movesAddress = before.email !== null && email !== before.email;
  const contact: StoredContact = {
    ...before,
    email,
    extId: body.ext_id ?? before.extId,
    attributes: written.attributes,
    listIds: [...new Set([...before.listIds, ...(body.listIds ?? [])])].filter((id) => !unlinked.has(id)),
    emailBlacklisted: body.emailBlacklisted ?? (movesAddress ? false : before.emailBlacklisted),
    smsBlacklisted: body.smsBlacklisted ?? before.smsBlacklisted,
    modifiedAt: store.now().toISOString(),
  };
  return { contact };
}

function composeAttributes(
  store: BrevoStore,
  before: StoredContact["attributes"],
  sent: Record<string, AttributeValue>,
): Attributes {
  const { undefinedAttribute, wrongType } = store.settings.semantics;
  const attributes: Record<string, AttributeValue> = { ...before };
  for (const [name, value] of Object.entries(sent)) {
    if (name === "EMAIL") continue;
    if ((PHONE_IDENTIFIERS as readonly string[]).includes(name)) {
      const refusal = writePhone(attributes, name, value);
      if (refusal) return { refusal };
      continue;
    }
    const attribute = store.attributes.get(name);
    if (!attribute) {
      if (undefinedAttribute === "error")
        return {
          refusal: invalid("Transactional attribute as primary Key is missing"),
        };
      continue;
    }
    const judged = judgeValue(attribute, value);
    if (judged.verdict === "keep") attributes[name] = judged.value;
    else if (judged.verdict === "clear") delete attributes[name];
    else if (wrongType === "error") return { refusal: invalid(`Invalid value for attribute ${name}`) };
  }
  return { attributes };
}

function writePhone(
  attributes: Record<string, AttributeValue>,
  name: string,
  value: AttributeValue,
): StandInAnswer | null {
  if (value === "") {
    delete attributes[name];
    return null;
  }
  const phone = normalisePhone(value);
  if (!phone) return invalid("Invalid phone number");
  attributes[name] = phone;
  return null;
}
