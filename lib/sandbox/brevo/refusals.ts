import { duplicate, invalid, ipRefused, keyRefused, problem } from "@/lib/sandbox/brevo/answers";
import type { Refusal } from "@/lib/sandbox/brevo/known-faults";
import type { Semantics } from "@/lib/sandbox/brevo/settings";
import type { ScheduledFault, StandInAnswer } from "@/lib/sandbox/contract";

/** An address from the block reserved for documentation, RFC 5737. */
export const DEMO_IP = "203.0.113.7";

/** A server's failure; the body says as little as Brevo's does. */
export const serverError = (status: number | undefined) =>
  problem(status ?? 500, "internal_error", "Internal server error");

/**
 * The answer of a fault that refuses.
 * @returns null when the fault does not concern this body (a phone clash without a phone): the request then passes untouched
 */
export function refuseByFault(
  fault: Refusal,
  scheduled: ScheduledFault,
  body: unknown,
  semantics: Semantics,
): StandInAnswer | null {
  switch (fault) {
    case "401-key":
      return keyRefused("Key not found");
    case "401-ip":
      return ipRefused(DEMO_IP);
    case "402":
      return problem(402, "not_enough_credits", "Not enough credits");
    case "403":
      return problem(403, "account_under_validation", "Your account is under validation");
    case "403-ecommerce":
      return problem(403, "permission_denied", "eCommerce is not activated for this account");
    case "404-list":
      return namesLists(body) ? problem(404, "document_not_found", "List ID does not exist") : null;
    case "425":
      return problem(425, "account_in_process", "Account is being processed, try again later");
    case "429":
      return throttled(scheduled, JSON.stringify({ message: "API rate limit exceeded" }));
    case "429-nobody":
      return throttled(scheduled, "");
    case "400-dup-sms":
      return readAttributes(body).SMS === undefined ? null : duplicate(["SMS"], semantics);
    case "400-dup-email":
      return duplicate(["email"], semantics);
    case "500-before-commit":
      return serverError(scheduled.status);
    case "200-html":
      return {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<!doctype html><title>Welcome</title><p>Please sign in to continue.</p>",
      };
  }
}

function throttled(scheduled: ScheduledFault, body: string): StandInAnswer {
  const resetSeconds = Math.max(1, Math.ceil((scheduled.delayMs ?? 1_000) / 1_000));
  const headers: Record<string, string> = {
    "x-sib-ratelimit-remaining": "0",
    "x-sib-ratelimit-reset": String(resetSeconds),
  };
  if (body !== "") headers["content-type"] = "application/json";
  return { status: 429, headers, body };
}

function namesLists(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return "listIds" in body || "unlinkListIds" in body;
}

function readAttributes(body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || !("attributes" in body)) return {};
  const { attributes } = body;
  return typeof attributes === "object" && attributes !== null ? (attributes as Record<string, unknown>) : {};
}

/** The 400 of a body that is no JSON. */
export const unreadableBody = () => invalid("Input must be a valid JSON object");
