import type { ScheduledFault, StandInAnswer, StandInHost, StandInRequest } from "@/lib/sandbox/contract";
import { answerQuery, buildStandInSchema } from "@/lib/sandbox/shopify/answer-query";
import { createCostBucket } from "@/lib/sandbox/shopify/cost-bucket";
import { edgeAnswer, jsonBody, unauthorized } from "@/lib/sandbox/shopify/edge-answers";
import { createOperationReader, type ShopifyOperation } from "@/lib/sandbox/shopify/operation";
import { SUPPORTED_VERSIONS } from "@/lib/sandbox/shopify/resolvers";
import type { ShopClock } from "@/lib/sandbox/shopify/shop-clock";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";

const SLOW_MS = 35_000;
const PATH = /^\/([^/]+)\/admin\/api\/(\d{4}-\d\d|unstable)\/graphql\.json$/;

/** Answers requests to the Admin API: faults first, then shop, token and version, then the query. */
export function createRequestHandler(
  state: ShopState,
  clock: ShopClock,
  host: StandInHost,
  commit: (change: ShopChange) => void,
) {
  const schema = buildStandInSchema();
  const readOperation = createOperationReader(schema);
  const bucket = createCostBucket(clock.hostMs, () => state.settings.throttle);

  function route(
    request: StandInRequest,
    read: ShopifyOperation | undefined,
    fault: ScheduledFault | null,
  ): StandInAnswer {
    const struck = fault && edgeAnswer(fault);
    if (struck) return struck;
    const [, domain, version = ""] = PATH.exec(request.path) ?? [];
    if (domain !== state.settings.shop.myshopifyDomain) return jsonBody(404, { errors: "Not Found" });
    if (request.method !== "POST") return jsonBody(405, { errors: "Method Not Allowed" });
    const token = state.tokens.get(request.headers["x-shopify-access-token"] ?? "");
    if (token?.state !== "live" || (token.expiresAtMs ?? Number.POSITIVE_INFINITY) <= clock.hostMs())
      return unauthorized();
    const headers = { "x-shopify-api-version": servedVersion(state, version, fault) };
    if (!read) return jsonBody(400, { errors: { query: "Required parameter missing or invalid" } }, headers);
    const body = answerQuery(
      { schema, bucket, settings: state.settings },
      read,
      {
        state,
        commit,
        hostMs: clock.hostMs(),
        shopMs: clock.shopMs(),
        scopes: token.scopes,
        visible: fault?.fault.startsWith("denied-fields")
          ? { name: false, email: false, phone: false }
          : state.settings.protectedData,
        fault,
        searches: [],
      },
      request.headers["shopify-search-query-debug"] === "1",
    );
    return jsonBody(200, body, headers);
  }

  return (request: StandInRequest): StandInAnswer => {
    const read = readOperation(request.body);
    const call = read?.name ?? `${request.method} ${request.path}`;
    const fault = host.strike(call);
    const answer = withTransport(route(request, read, fault), fault);
    const transport = answer.transport ?? "answer";
    host.journal({
      call,
      subject: subjectOf(read),
      status: answer.status,
      fault: fault?.fault ?? null,
      committed: false,
      answered: transport === "answer",
      body: read?.variables ?? null,
    });
    return { ...answer, headers: { ...answer.headers, date: new Date(clock.shopMs()).toUTCString() } };
  };
}

function withTransport(answer: StandInAnswer, fault: ScheduledFault | null): StandInAnswer {
  if (fault?.fault === "cut-json") return { ...answer, transport: "truncate" };
  if (fault?.fault === "slow") return { ...answer, delayMs: fault.delayMs ?? SLOW_MS };
  return answer;
}

/** A version that is no longer open is answered by the oldest open one; only this header tells. */
function servedVersion({ settings }: ShopState, asked: string, fault: ScheduledFault | null): string {
  if (settings.fallForwardTo !== null) return settings.fallForwardTo;
  if (fault?.fault === "fall-forward")
    return SUPPORTED_VERSIONS.at(-1) === asked ? "2027-01" : (SUPPORTED_VERSIONS.at(-1) ?? asked);
  return asked === "unstable" || SUPPORTED_VERSIONS.includes(asked) ? asked : (SUPPORTED_VERSIONS[0] ?? asked);
}

function subjectOf(read: ShopifyOperation | undefined): string | null {
  const ids = read?.variables.ids;
  return Array.isArray(ids) ? ids.join(" ") : null;
}
