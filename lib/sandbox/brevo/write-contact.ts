import { contactNotFound, duplicate, empty, invalid, json, missing } from "@/lib/sandbox/brevo/answers";
import { normalisePhone } from "@/lib/sandbox/brevo/attribute-value";
import { blankContact, composeContact } from "@/lib/sandbox/brevo/compose-contact";
import { type Identifier, PHONE_IDENTIFIERS, readIdentifiers, type StoredContact } from "@/lib/sandbox/brevo/contact";
import { type ContactBody, parseBody, SCHEMAS } from "@/lib/sandbox/brevo/contact-body";
import { identifyContact } from "@/lib/sandbox/brevo/identify";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** `POST /contacts`: creates, or with `updateEnabled` updates, the contact named by the first identifier sent. 201 with the id, 204, or 400. */
export function createContact(store: BrevoStore, sent: unknown): StandInAnswer {
  const parsed = parseBody(SCHEMAS.contact, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const { body } = parsed;
  if (body.attributes && "EMAIL" in body.attributes) return invalid("EMAIL is not allowed in attributes");
  const key = firstIdentifier(body);
  if (!key) return missing("Either email or SMS or ext_id is required");
  const target = store.findBy(...key);
  if (target && !body.updateEnabled && !body.forceMerge) return duplicate([key[0]], store.settings.semantics);
  const email = body.email?.toLowerCase() ?? target?.email ?? null;
  const composed = composeContact(store, target ?? blankContact(store), body, email);
  if ("refusal" in composed) return composed.refusal;
  const settled = settleConflicts(store, composed.contact, target, body.forceMerge);
  if ("refusal" in settled) return settled.refusal;
  store.commit({ kind: "contact-put", contact: settled.contact });
  if (!target && !settled.merged) return json(201, { id: settled.contact.id });
  const tellsId = body.getId && (settled.merged || store.settings.semantics.getIdOnUpdate === 201);
  return tellsId ? json(201, { id: settled.contact.id }) : empty(204);
}

/** `PUT /contacts/{identifier}`: 204, or 400, or 404. EMAIL among the attributes moves the contact to that address. */
export function updateContact(store: BrevoStore, segment: string, type: string | null, sent: unknown): StandInAnswer {
  const parsed = parseBody(SCHEMAS.contact, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const found = identifyContact(store, segment, type);
  if ("refusal" in found) return found.refusal;
  return applyUpdate(store, found.contact, parsed.body);
}

/** The part of an update behind the identifier; the batch endpoint shares it. */
export function applyUpdate(store: BrevoStore, target: StoredContact, body: ContactBody): StandInAnswer {
  const before = store.contacts.get(target.id);
  if (!before) return contactNotFound();
  const wanted = body.attributes?.EMAIL;
  if (wanted !== undefined && (typeof wanted !== "string" || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(wanted))) {
    return invalid("Invalid email address");
  }
  const email = wanted?.toLowerCase() ?? before.email;
  const composed = composeContact(store, before, body, email);
  if ("refusal" in composed) return composed.refusal;
  const settled = settleConflicts(store, composed.contact, before, body.forceMerge);
  if ("refusal" in settled) return settled.refusal;
  if (email !== before.email) countAddressChange(store, before.emailBlacklisted && !settled.contact.emailBlacklisted);
  store.commit({ kind: "contact-put", contact: settled.contact });
  return empty(204);
}

/** The identifier that names the contact of a `POST`: the address before the merchant's own id before phones. */
function firstIdentifier(body: ContactBody): [Identifier, string] | undefined {
  if (body.email) return ["email", body.email.toLowerCase()];
  if (body.ext_id) return ["ext_id", body.ext_id];
  for (const name of PHONE_IDENTIFIERS) {
    const phone = body.attributes?.[name] === undefined ? undefined : normalisePhone(body.attributes[name]);
    if (phone) return [name, phone];
  }
  return undefined;
}

type Settled = { contact: StoredContact; merged: boolean } | { refusal: StandInAnswer };

/** Refuses identifiers that other contacts hold; `forceMerge` instead keeps the latest changed of all and deletes the others. */
function settleConflicts(
  store: BrevoStore,
  next: StoredContact,
  target: StoredContact | undefined,
  forceMerge: boolean,
): Settled {
  const names: Identifier[] = [];
  const rivals = new Map<number, StoredContact>();
  for (const [identifier, value] of readIdentifiers(next)) {
    const owner = store.findBy(identifier, value);
    if (!owner || owner.id === target?.id) continue;
    names.push(identifier);
    rivals.set(owner.id, owner);
  }
  if (names.length === 0) return { contact: next, merged: false };
  if (!forceMerge) return { refusal: duplicate(names, store.settings.semantics) };
  const all = [...rivals.values(), ...(target ? [target] : [])];
  const survivor = all.reduce((a, b) => (b.modifiedAt > a.modifiedAt ? b : a));
  for (const loser of all) if (loser.id !== survivor.id) store.commit({ kind: "contact-gone", id: loser.id });
  const attributes = { ...survivor.attributes, ...next.attributes };
  return {
    contact: {
      ...next,
      id: survivor.id,
      createdAt: survivor.createdAt,
      attributes,
    },
    merged: true,
  };
}

function countAddressChange(store: BrevoStore, lifted: boolean): void {
  const { tripwire, addressChanges, forceMergeSeen } = store.alarms;
  const alarms = {
    forceMergeSeen,
    addressChanges: addressChanges + 1,
    tripwire: tripwire + (lifted ? 1 : 0),
  };
  store.commit({ kind: "alarms-put", alarms });
}

/** `DELETE /contacts/{identifier}`: 204. */
export function deleteContact(store: BrevoStore, segment: string, identifierType: string | null): StandInAnswer {
  const found = identifyContact(store, segment, identifierType);
  if ("refusal" in found) return found.refusal;
  store.commit({ kind: "contact-gone", id: found.contact.id });
  return empty(204);
}
