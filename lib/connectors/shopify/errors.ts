import type { z } from "zod";
import type { WireFault } from "@/lib/connectors/transport";
import { type Failure, type FailureCode, failure } from "@/lib/runner/failures";

/*
 * The one table from what Shopify answers to what we call it. Source: the Admin API's documented statuses and codes, and recorded answers
 * (docs/shopify.md). Nothing here looks at a message, and no text of Shopify's goes into a failure.
 */

const BY_STATUS: Readonly<Record<number, FailureCode>> = {
  400: "source.query_refused",
  401: "source.credential",
  402: "source.shop_frozen",
  403: "source.forbidden",
  404: "source.rejected",
  406: "source.query_refused",
  408: "source.unavailable",
  414: "source.query_refused",
  422: "source.query_refused",
  423: "source.shop_locked",
  429: "source.throttled",
  430: "source.rejected",
};

/** @param status any but 200 @param notBeforeMs epoch ms until which a 429 asks us to wait */
export function failureOfStatus(status: number, notBeforeMs?: number): Failure {
  const code = BY_STATUS[status] ?? (status >= 500 ? "source.unavailable" : unlistedStatus(status));
  return failure(code, `http_${status}`, notBeforeMs);
}

const unlistedStatus = (status: number): FailureCode => (status >= 400 ? "source.rejected" : "source.unreadable");

/** GraphQL codes in order of gravity: the first that occurs names the failure. Shopify's own and those of its query validation. */
const BY_CODE: readonly (readonly [string, FailureCode, string])[] = [
  ["ACCESS_DENIED", "source.scope", "access_denied"],
  ["SHOP_INACTIVE", "source.shop_frozen", "shop_inactive"],
  ["MAX_COST_EXCEEDED", "source.query_refused", "max_cost_exceeded"],
  ["INVALID_CURSOR", "source.query_refused", "cursor"],
  ["BAD_REQUEST", "source.query_refused", "bad_request"],
  ["undefinedField", "source.query_refused", "undefined_field"],
  ["undefinedType", "source.query_refused", "undefined_type"],
  ["argumentNotAccepted", "source.query_refused", "argument_not_accepted"],
  ["argumentLiteralsIncompatible", "source.query_refused", "argument_incompatible"],
  ["missingRequiredArguments", "source.query_refused", "argument_missing"],
  ["variableMismatch", "source.query_refused", "variable_mismatch"],
  ["INVALID_VARIABLE", "source.query_refused", "invalid_variable"],
  ["GRAPHQL_PARSE_FAILED", "source.query_refused", "parse_failed"],
  ["GRAPHQL_VALIDATION_FAILED", "source.query_refused", "validation_failed"],
  ["THROTTLED", "source.throttled", "throttled"],
  ["INTERNAL_SERVER_ERROR", "source.unavailable", "internal_server_error"],
  ["TIMEOUT", "source.unavailable", "timeout"],
];

export interface GraphqlError {
  code: string | null;
}

/** Any entry fails the answer, whatever data came with it. Codes that we do not know fail it as unreadable. */
export function failureOfErrors(errors: readonly GraphqlError[]): Failure {
  const row = BY_CODE.find(([code]) => errors.some((error) => error.code === code));
  return row ? failure(row[1], row[2]) : failure("source.unreadable", "R1:errors");
}

export function failureOfWire(fault: WireFault): Failure {
  switch (fault.cause) {
    case "timeout":
      return failure("source.timeout", fault.sent ? "answer" : "connect");
    case "truncated":
    case "too_large":
    case "odd_status":
      return failure("source.unreadable", `R1:${fault.cause}`);
    case "not_sendable":
      return failure("source.credential", "malformed");
    case "dns":
    case "refused":
    case "tls":
    case "reset":
      return failure("source.unavailable", fault.cause);
  }
}

/** An answer that lacks what the schema promises. A null list and a null row have details of their own: both have been mistaken for "nothing there". */
export function failureOfShape(error: z.ZodError): Failure {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  const isNull = issue?.code === "invalid_type" && issue.input === null;
  if (isNull && path.length === 1) return failure("source.unreadable", "R1:null_connection");
  if (isNull && path.includes("nodes") && typeof path.at(-1) === "number")
    return failure("source.unreadable", "R1:null_node");
  return failure("source.unreadable", "R1:shape");
}
