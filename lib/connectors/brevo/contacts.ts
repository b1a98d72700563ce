import { type BrevoContact, contactShape, contactsShape } from "@/lib/connectors/brevo/answers";
import { classify, failureOfVerdict } from "@/lib/connectors/brevo/classify";
import type { BrevoClient, BrevoReply } from "@/lib/connectors/brevo/client";
import { normaliseAddress } from "@/lib/connectors/brevo/contact-request";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

const CONTACTS_A_PAGE = 1000;

/**
 * Addresses of the account's contacts, lower-case, for a preview's count of creations. Pages of 1,000, at the rate of contacts.
 * @param most contacts to read at the most
 * @returns null when the account has more than `most`: then nobody can say without asking for each
 */
export async function readContactAddresses(
  client: BrevoClient,
  most: number,
): Promise<Result<Set<string> | null, Failure>> {
  const addresses = new Set<string>();
  for (let offset = 0; ; offset += CONTACTS_A_PAGE) {
    const reply = await client.getContacts({ limit: CONTACTS_A_PAGE, offset });
    const verdict = classify("GET", "contacts", reply);
    if (verdict.kind !== "applied") return err(failureOfVerdict(verdict));
    const page = contactsShape.safeParse(bodyOf(reply));
    if (!page.success) return err(failure("destination.unavailable", "unreadable_answer"));
    if (page.data.count > most) return ok(null);
    for (const { email } of page.data.contacts) if (email) addresses.add(email.toLowerCase());
    if (offset + CONTACTS_A_PAGE >= page.data.count || page.data.contacts.length === 0) return ok(addresses);
  }
}

/** One contact by address; null if the account has none. */
export async function readContact(client: BrevoClient, address: string): Promise<Result<BrevoContact | null, Failure>> {
  const reply = await client.getContact({ by: "address", address: normaliseAddress(address) });
  const verdict = classify("GET", "contact", reply);
  if (verdict.kind === "gone") return ok(null);
  if (verdict.kind !== "applied") return err(failureOfVerdict(verdict));
  const contact = contactShape.safeParse(bodyOf(reply));
  return contact.success ? ok(contact.data) : err(failure("destination.unavailable", "unreadable_contact"));
}

const bodyOf = (reply: BrevoReply): unknown => (reply.kind === "answer" ? reply.body : undefined);
