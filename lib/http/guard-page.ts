import { type Problem, plainProblem } from "./problem";

/** Next's own limit for server actions; it answers 500 where this answers 413. */
const ACTION_MAX_BYTES = 1024 * 1024;
const FORM_TYPES = ["multipart/form-data", "application/x-www-form-urlencoded"];

/**
 * What a request to a page (not to /api) must be before Next sees it: a GET, or the POST of a form of ours.
 * @returns the problem to answer with, or undefined
 */
export function faultOfPageRequest(request: { method: string; headers: Headers }): Problem | undefined {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") return undefined;
  if (method !== "POST") return plainProblem(405, "method_not_allowed", "Method not allowed");
  if (isForeign(headers)) return plainProblem(403, "foreign_origin", "Sent by another site");
  if (Number(headers.get("content-length") ?? 0) > ACTION_MAX_BYTES) {
    return plainProblem(413, "body_too_large", "Body too large", { limitBytes: ACTION_MAX_BYTES });
  }
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (headers.has("next-action") || FORM_TYPES.includes(type)) return undefined;
  return plainProblem(415, "body_wrong_type", "Unsupported content type", { expected: FORM_TYPES.join(", ") });
}

/** A browser names the sending page's origin with every POST; a request without one does not come from a page. */
function isForeign(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "cross-site";
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim() ?? headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
