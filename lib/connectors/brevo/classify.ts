import { z } from "zod";
import type { BrevoReply } from "@/lib/connectors/brevo/client";
import { type Failure, type FailureCode, failure } from "@/lib/runner/failures";

/** What kind of call it was: the same status means different things. `contact`: one contact named in the path; `accepting`: imports and batches. */
export type PathKind = "contacts" | "contact" | "list" | "account" | "accepting";
export type Method = "GET" | "POST" | "PUT";

/** What an answer means for what we asked. Source of the table: docs/brevo.md. */
export type Verdict =
  | { kind: "applied" }
  /** Queued, which is no proof that it landed. */
  | { kind: "accepted" }
  /** Not applied: another contact has these identifiers. */
  | { kind: "conflict"; identifiers: string[] }
  /** Not applied: this record will not pass. */
  | { kind: "permanent"; code: string }
  /** Not applied, and waiting helps. */
  | { kind: "transient"; failure: Failure }
  /** Not applied, and nothing will be until a person acts. */
  | { kind: "stop"; failure: Failure }
  /** Not applied: the contact that the path names does not exist. */
  | { kind: "gone" }
  /** Perhaps applied: look before sending again. */
  | { kind: "doubt"; code: string };

const errorShape = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  metadata: z
    .object({ duplicate_identifiers: z.array(z.string()) })
    .optional()
    .catch(undefined),
});

/** Codes that may be stored and shown. Brevo's list itself contains sentences, so what is not here is called by its status. */
const KNOWN_CODES = new Set([
  "invalid_parameter",
  "missing_parameter",
  "out_of_range",
  "document_not_found",
  "account_in_process",
  "duplicate_parameter",
  "method_not_allowed",
  "unauthorized",
  "not_enough_credits",
  "permission_denied",
  "account_under_validation",
]);

/** The error table. Branches on the status, then the metadata, then the code; on the message only to tell a refused IP address from a bad key. */
export function classify(method: Method, path: PathKind, reply: BrevoReply): Verdict {
  if (reply.kind === "fault") {
    const { sent, cause } = reply.fault;
    if (cause === "not_sendable") return { kind: "stop", failure: failure("destination.credential", "malformed") };
    return sent ? lost(method, cause) : { kind: "transient", failure: failure("destination.unavailable", cause) };
  }
  if (reply.status < 300) return classifySuccess(method, path, reply.status, reply.body);
  if (reply.status < 400)
    return { kind: "stop", failure: failure("destination.request_refused", `http_${reply.status}`) };
  return classifyRefusal(method, path, reply);
}

/** A read whose answer was lost is just asked again; a write may have been carried out. */
function lost(method: Method, code: string): Verdict {
  if (method === "GET") return { kind: "transient", failure: failure("destination.unavailable", code) };
  return { kind: "doubt", code };
}

function classifySuccess(method: Method, path: PathKind, status: number, body: unknown): Verdict {
  if (path === "accepting" && (status === 202 || status === 207)) return { kind: "accepted" };
  if (method !== "GET" && status === 204) return { kind: "applied" };
  const isObject = typeof body === "object" && body !== null;
  if (method === "GET" && status === 200 && isObject) return { kind: "applied" };
  if (method === "POST" && status === 201 && isObject && hasItsId(path, body)) return { kind: "applied" };
  return lost(method, `odd_${status}`);
}

/** A created contact comes with its id; a 201 without one is not the answer that the definition promises. */
const hasItsId = (path: PathKind, body: object): boolean =>
  path !== "contacts" || ("id" in body && Number.isSafeInteger(body.id));

function classifyRefusal(method: Method, path: PathKind, reply: Extract<BrevoReply, { kind: "answer" }>): Verdict {
  const { status } = reply;
  const parsed = errorShape.safeParse(reply.body);
  const told = parsed.success ? parsed.data : {};
  const code = told.code !== undefined && KNOWN_CODES.has(told.code) ? told.code : `http_${status}`;
  const stop = (failureCode: FailureCode, detail = code): Verdict => ({
    kind: "stop",
    failure: failure(failureCode, detail),
  });
  if (code === "account_in_process") return { kind: "transient", failure: failure("destination.unavailable", code) };
  if (status >= 500) return lost(method, `http_${status}`);
  switch (status) {
    case 400:
      return classifyBadRequest(path, code, told.metadata?.duplicate_identifiers ?? []);
    case 401:
      return stop(isAboutIp(told.message) ? "destination.ip_refused" : "destination.credential");
    case 402:
      return stop("destination.quota");
    case 403:
      return stop("destination.forbidden");
    case 404:
      if (path === "contact") return { kind: "gone" };
      return path === "contacts" || path === "list"
        ? stop("destination.list_missing")
        : stop("destination.request_refused");
    case 408:
      return lost(method, "http_408");
    case 409:
    case 413:
      return { kind: "permanent", code };
    case 425:
      return { kind: "transient", failure: failure("destination.unavailable", "http_425") };
    case 429:
      return {
        kind: "transient",
        failure: failure("destination.throttled", "http_429", reply.rate.resetAtMs ?? undefined),
      };
    default:
      return stop("destination.request_refused", `http_${status}`);
  }
}

/** Adding to a list answers 400 also for a contact that is on it already (APIv3-php-library#47, #134): only a look can tell. */
function classifyBadRequest(path: PathKind, code: string, duplicates: string[]): Verdict {
  if (duplicates.length > 0) return { kind: "conflict", identifiers: duplicates };
  return path === "list" ? { kind: "doubt", code } : { kind: "permanent", code };
}

/** The one place where a message counts: both 401s carry the same code (error-classification of the research). */
const isAboutIp = (message: string | undefined): boolean =>
  message !== undefined && /unrecogni[sz]ed ip|authori[sz]ed_ips/i.test(message);

/** For reads: why there is no answer. @throws never; `applied` is not asked for here */
export function failureOfVerdict(verdict: Exclude<Verdict, { kind: "applied" }>): Failure {
  switch (verdict.kind) {
    case "transient":
    case "stop":
      return verdict.failure;
    case "doubt":
    case "accepted":
      return failure("destination.unavailable", verdict.kind === "doubt" ? verdict.code : "accepted");
    case "gone":
      return failure("destination.request_refused", "document_not_found");
    case "permanent":
      return failure("destination.request_refused", verdict.code);
    case "conflict":
      return failure("destination.request_refused", "duplicate_parameter");
  }
}
