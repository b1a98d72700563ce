import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify, failureOfVerdict, type Method, type PathKind } from "@/lib/connectors/brevo/classify";
import type { BrevoReply } from "@/lib/connectors/brevo/client";
import type { WireCause } from "@/lib/connectors/transport";
import { FAILURE_CODES } from "@/lib/runner/failures";

const answer = (status: number, body?: unknown, resetAtMs: number | null = null): BrevoReply => ({
  kind: "answer",
  status,
  body,
  rate: { limit: null, remaining: null, resetAtMs },
});
const fault = (sent: boolean, cause: WireCause): BrevoReply => ({ kind: "fault", fault: { sent, cause } });
const refusal = (code: string, message = "anything at all") => ({ code, message });

/** The rows of the error table: what comes, and what it means for a write of one contact. */
const ROWS: [string, Method, PathKind, BrevoReply, Record<string, unknown>][] = [
  ["201 with an id", "POST", "contacts", answer(201, { id: 21 }), { kind: "applied" }],
  ["204 on POST", "POST", "contacts", answer(204), { kind: "applied" }],
  ["204 on PUT", "PUT", "contact", answer(204), { kind: "applied" }],
  ["202 of a batch", "POST", "accepting", answer(202, { batchId: 1 }), { kind: "accepted" }],
  ["207 of a batch", "POST", "accepting", answer(207, { errors: [] }), { kind: "accepted" }],
  ["201 without an id", "POST", "contacts", answer(201, {}), { kind: "doubt", code: "odd_201" }],
  ["201 unreadable", "POST", "contacts", answer(201, undefined), { kind: "doubt", code: "odd_201" }],
  ["200 html on a write", "POST", "contacts", answer(200, undefined), { kind: "doubt", code: "odd_200" }],
  ["202 of a contact", "POST", "contacts", answer(202, {}), { kind: "doubt", code: "odd_202" }],
  [
    "400 duplicate, old code",
    "POST",
    "contacts",
    answer(400, { ...refusal("duplicate_parameter"), metadata: { duplicate_identifiers: ["SMS"] } }),
    { kind: "conflict", identifiers: ["SMS"] },
  ],
  [
    "400 invalid",
    "POST",
    "contacts",
    answer(400, refusal("invalid_parameter")),
    { kind: "permanent", code: "invalid_parameter" },
  ],
  [
    "400 missing",
    "PUT",
    "contact",
    answer(400, refusal("missing_parameter")),
    { kind: "permanent", code: "missing_parameter" },
  ],
  ["400 range", "PUT", "contact", answer(400, refusal("out_of_range")), { kind: "permanent", code: "out_of_range" }],
  [
    "400 unknown code",
    "POST",
    "contacts",
    answer(400, refusal("Some sentence")),
    { kind: "permanent", code: "http_400" },
  ],
  ["400 without body", "POST", "contacts", answer(400), { kind: "permanent", code: "http_400" }],
  ["400 on a list", "POST", "list", answer(400, refusal("invalid_parameter")), { kind: "doubt" }],
  [
    "401 bad key",
    "POST",
    "contacts",
    answer(401, refusal("unauthorized", "Key not found")),
    stop("destination.credential"),
  ],
  ["401 without body", "POST", "contacts", answer(401), stop("destination.credential")],
  [
    "401 unrecognised IP",
    "POST",
    "contacts",
    answer(401, refusal("unauthorized", "you are using an unrecognised IP address 1.2.3.4 … /security/authorised_ips")),
    stop("destination.ip_refused"),
  ],
  ["402", "POST", "contacts", answer(402, refusal("not_enough_credits")), stop("destination.quota")],
  [
    "403",
    "POST",
    "contacts",
    answer(403, refusal("permission_denied")),
    stop("destination.forbidden", "permission_denied"),
  ],
  ["404 of a contact", "PUT", "contact", answer(404, refusal("document_not_found")), { kind: "gone" }],
  ["404 on create", "POST", "contacts", answer(404, refusal("document_not_found")), stop("destination.list_missing")],
  ["404 of a list", "POST", "list", answer(404, refusal("document_not_found")), stop("destination.list_missing")],
  ["405", "PUT", "contact", answer(405), stop("destination.request_refused", "http_405")],
  ["406", "PUT", "contact", answer(406), stop("destination.request_refused", "http_406")],
  ["415", "PUT", "contact", answer(415), stop("destination.request_refused", "http_415")],
  ["422", "PUT", "contact", answer(422), stop("destination.request_refused", "http_422")],
  ["a redirect", "PUT", "contact", answer(301), stop("destination.request_refused", "http_301")],
  ["425", "POST", "contacts", answer(425), waits("destination.unavailable")],
  [
    "account_in_process",
    "POST",
    "contacts",
    answer(400, refusal("account_in_process")),
    waits("destination.unavailable"),
  ],
  [
    "429",
    "POST",
    "contacts",
    answer(429, {}, 5_000),
    { kind: "transient", failure: { code: "destination.throttled", notBeforeMs: 5_000 } },
  ],
  ["429 without a body", "POST", "contacts", answer(429), waits("destination.throttled")],
  ["408", "POST", "contacts", answer(408), { kind: "doubt", code: "http_408" }],
  ["500", "PUT", "contact", answer(500), { kind: "doubt", code: "http_500" }],
  ["520 of the edge", "PUT", "contact", answer(520, "<html>"), { kind: "doubt", code: "http_520" }],
  ["timeout after sending", "POST", "contacts", fault(true, "timeout"), { kind: "doubt", code: "timeout" }],
  ["reset after sending", "POST", "contacts", fault(true, "reset"), { kind: "doubt", code: "reset" }],
  ["body broke off", "POST", "contacts", fault(true, "truncated"), { kind: "doubt", code: "truncated" }],
  ["refused", "POST", "contacts", fault(false, "refused"), waits("destination.unavailable")],
  ["no such name", "POST", "contacts", fault(false, "dns"), waits("destination.unavailable")],
  ["TLS", "POST", "contacts", fault(false, "tls"), waits("destination.unavailable")],
  ["connect timed out", "POST", "contacts", fault(false, "timeout"), waits("destination.unavailable")],
  ["a key that cannot be sent", "POST", "contacts", fault(false, "not_sendable"), stop("destination.credential")],
];

function stop(code: string, detail?: string) {
  return { kind: "stop", failure: { code, course: "stops", ...(detail ? { detail } : {}) } };
}
function waits(code: string) {
  return { kind: "transient", failure: { code, course: "passes", outage: true } };
}

describe("the error table", () => {
  it.each(ROWS)("%s", (_, method, path, reply, verdict) => {
    expect(classify(method, path, reply)).toMatchObject(verdict);
  });

  it("brevo-3 a duplicate is told by its metadata, whatever its code", () => {
    for (const code of ["duplicate_parameter", "invalid_parameter", "a sentence", undefined]) {
      const body = { code, message: "x", metadata: { duplicate_identifiers: ["email"] } };
      expect(classify("POST", "contacts", answer(400, body))).toEqual({ kind: "conflict", identifiers: ["email"] });
    }
  });

  it("a lost read is no doubt: it is asked again", () => {
    for (const reply of [fault(true, "timeout"), fault(true, "reset"), answer(500), answer(200), answer(204)])
      expect(classify("GET", "contact", reply)).toMatchObject(waits("destination.unavailable"));
  });

  it("never throws, never passes anything but 2xx for applied, and lets none of Brevo's text through", () => {
    const secret = "ann@example.com";
    const body = fc.oneof(
      fc.anything(),
      fc.record({
        code: fc.oneof(fc.constant(secret), fc.constantFrom("invalid_parameter", "unauthorized")),
        message: fc.constant(secret),
        metadata: fc.anything(),
      }),
    );
    const methods = fc.constantFrom<Method>("GET", "POST", "PUT");
    const paths = fc.constantFrom<PathKind>("contacts", "contact", "list", "account", "accepting");
    fc.assert(
      fc.property(methods, paths, fc.integer({ min: 200, max: 599 }), body, (method, path, status, content) => {
        const verdict = classify(method, path, answer(status, content));
        if (verdict.kind === "applied") expect(status).toBeLessThan(205);
        if (status >= 500 && method !== "GET") expect(["doubt", "transient"]).toContain(verdict.kind);
        expect(JSON.stringify(verdict)).not.toContain(secret);
        if (verdict.kind !== "applied") expect(FAILURE_CODES).toContain(failureOfVerdict(verdict).code);
      }),
    );
  });
});
