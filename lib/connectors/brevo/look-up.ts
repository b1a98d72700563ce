import { contactShape } from "@/lib/connectors/brevo/answers";
import { classify, failureOfVerdict } from "@/lib/connectors/brevo/classify";
import type { BrevoClient } from "@/lib/connectors/brevo/client";
import { isSame } from "@/lib/connectors/brevo/compare";
import { normaliseAddress } from "@/lib/connectors/brevo/contact-request";
import type { ContactPayload } from "@/lib/rules/payload";
import type { Attribute } from "@/lib/rules/schema";
import type { LookUpAnswer, WriteTarget } from "@/lib/runner/destination-port";
import { failure } from "@/lib/runner/failures";

/** Reads one contact and says whether the managed part of the payload is what stands there. One request. */
export async function lookUpContact(
  client: BrevoClient,
  input: { target: WriteTarget; payload: ContactPayload },
  attributes: readonly Attribute[],
): Promise<LookUpAnswer> {
  const { target } = input;
  const reply = await client.getContact(
    target.by === "id" ? target : { by: "address", address: normaliseAddress(target.address) },
  );
  const verdict = classify("GET", "contact", reply);
  if (verdict.kind === "gone") return { kind: "absent" };
  if (verdict.kind !== "applied") return { kind: "failed", failure: failureOfVerdict(verdict) };
  const contact = contactShape.safeParse(reply.kind === "answer" ? reply.body : undefined);
  if (!contact.success) return { kind: "failed", failure: failure("destination.unavailable", "unreadable_contact") };
  return {
    kind: "found",
    destinationId: String(contact.data.id),
    blocklisted: contact.data.emailBlacklisted,
    matches: isSame(contact.data, input.payload, attributes),
  };
}
