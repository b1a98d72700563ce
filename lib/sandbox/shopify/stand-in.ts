import type { StandIn, StandInAnswer, StandInHost, StandInRequest, StateChange } from "@/lib/sandbox/contract";
import { answerShopifyControl } from "@/lib/sandbox/shopify/control";
import { edgeAnswer } from "@/lib/sandbox/shopify/edge-answers";
import { createRequestHandler } from "@/lib/sandbox/shopify/handle-request";
import { SHOPIFY_FAULTS } from "@/lib/sandbox/shopify/known-faults";
import { answerTokenRequest, OAUTH_PATH } from "@/lib/sandbox/shopify/oauth";
import { createShopClock } from "@/lib/sandbox/shopify/shop-clock";
import { createShopEdits, type ShopEdits } from "@/lib/sandbox/shopify/shop-edits";
import { type ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";

/** Shopify's Admin API for one shop. Tests in the same process may edit it and read its truth without HTTP. */
export interface ShopifyStandIn extends StandIn {
  readonly name: "shopify";
  readonly state: ShopState;
  readonly edits: ShopEdits;
}

export function createShopifyStandIn(host: StandInHost): ShopifyStandIn {
  const state = new ShopState();
  const clock = createShopClock(host.now, () => state.settings.clockSkewMs);

  function commit(change: ShopChange): void {
    state.apply(change);
    host.record({ ...change });
  }

  const edits = createShopEdits(state, clock, commit);
  const handle = createRequestHandler(state, clock, host, commit);

  function grantTokens(request: StandInRequest): StandInAnswer {
    const call = "TokenGrant";
    const fault = host.strike(call);
    const answer =
      (fault && edgeAnswer(fault)) ?? answerTokenRequest({ state, commit, nowMs: clock.hostMs() }, request);
    host.journal({
      ...{ call, subject: null, status: answer.status, fault: fault?.fault ?? null, body: null },
      committed: answer.status === 200,
      answered: (answer.transport ?? "answer") === "answer",
    });
    return answer;
  }

  return {
    name: "shopify",
    knownFaults: SHOPIFY_FAULTS,
    state,
    edits,
    handle: async (request) =>
      OAUTH_PATH.test(request.path) && request.method === "POST" ? grantTokens(request) : handle(request),
    control: async (request) => answerShopifyControl({ state, edits, commit }, request),
    // Changes come back from our own file only, written by `commit` above.
    apply: (change: StateChange) => state.apply(change as unknown as ShopChange),
    snapshot: () => state.snapshot(clock.hostMs()),
  };
}
