import type { ScheduledFault, StandInAnswer } from "@/lib/sandbox/contract";
import type { ShopifyFault } from "@/lib/sandbox/shopify/known-faults";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const HTML_TYPE = { "content-type": "text/html; charset=utf-8" };

/** An answer in JSON with any status. */
export function jsonBody(status: number, value: unknown, headers: Record<string, string> = {}): StandInAnswer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** What a token that Shopify does not take is answered: `errors` is a text, not a list. */
export function unauthorized(): StandInAnswer {
  return jsonBody(401, { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" });
}

/** @returns the answer of a fault that strikes before any query is read, or undefined when it is not that kind */
export function edgeAnswer(fault: ScheduledFault): StandInAnswer | undefined {
  switch (fault.fault as ShopifyFault) {
    case "auth-401":
      return unauthorized();
    case "frozen-402":
      return jsonBody(402, { errors: "Unavailable Shop" });
    case "forbidden-403":
      return jsonBody(403, { errors: "[API] This action requires merchant approval." });
    case "locked-423":
      return jsonBody(423, { errors: "This shop is unavailable" });
    case "throttle-429":
      return jsonBody(
        429,
        { errors: "Exceeded the rate limit. Reduce request rates to resume uninterrupted service." },
        { "retry-after": "2.0" },
      );
    case "reject-430":
      return { status: 430, headers: HTML_TYPE, body: page("Security rejection") };
    case "edge-5xx":
      return { status: fault.status ?? 503, headers: HTML_TYPE, body: page("Something went wrong") };
    case "html-200":
      return { status: 200, headers: HTML_TYPE, body: page("Please sign in to this network") };
    case "hang":
      return { ...jsonBody(200, {}), transport: "hang" };
    case "reset":
      return { ...jsonBody(200, {}), transport: "reset" };
    default:
      return undefined;
  }
}

function page(title: string): string {
  return `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}
