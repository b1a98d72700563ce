import type { Identifier } from "@/lib/sandbox/brevo/contact";
import type { Semantics } from "@/lib/sandbox/brevo/settings";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** A JSON answer. */
export function json(status: number, body: unknown): StandInAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** An answer without a body, as Brevo gives for 204 and for a created attribute. */
export function empty(status: number): StandInAnswer {
  return { status, headers: {}, body: "" };
}

/** An error in Brevo's shape `{code, message, metadata?}`. */
export function problem(
  status: number,
  code: string,
  message: string,
  metadata?: Record<string, unknown>,
): StandInAnswer {
  return json(status, metadata ? { code, message, metadata } : { code, message });
}

export const invalid = (message: string) => problem(400, "invalid_parameter", message);
export const missing = (message: string) => problem(400, "missing_parameter", message);
export const contactNotFound = () => problem(404, "document_not_found", "Contact does not exist");

/** The refusal of a write that would give two contacts one identifier. The code is a switch, the metadata is not. */
export function duplicate(identifiers: readonly Identifier[], semantics: Semantics): StandInAnswer {
  const message = `Unable to create/update contact, ${identifiers.join(", ")} is already associated with another Contact`;
  return problem(400, semantics.duplicateCode, message, {
    duplicate_identifiers: identifiers,
  });
}

/** The refusal of a list that does not exist: 400 in the definition, 404 in reports. */
export function unknownList(semantics: Semantics): StandInAnswer {
  return semantics.unknownList === 404
    ? problem(404, "document_not_found", "List ID does not exist")
    : invalid("List ID does not exist");
}

/** The two 401s. Only the address of the IP settings in the text tells them apart (error-classification.json). */
export const keyRefused = (message: string) => problem(401, "unauthorized", message);
export const ipRefused = (ip: string) =>
  problem(
    401,
    "unauthorized",
    `We have detected you are using an unrecognised IP address ${ip}. If you performed this action make sure to add the new IP address in this link: https://app.brevo.com/security/authorised_ips`,
  );
