import { ipRefused, json, keyRefused } from "@/lib/sandbox/brevo/answers";
import { type RateLimiter, rateHeaders, tableOf } from "@/lib/sandbox/brevo/rate";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";

export interface Gate {
  /** The refusal of the key, the address or the limiter; null: the request may pass. */
  refusal: StandInAnswer | null;
  /** For the answer, whatever it becomes. */
  headers: Record<string, string>;
}

/** Judges key, caller and limits, in this order; a refused key costs no token. */
export function passGate(store: BrevoStore, limiter: RateLimiter, request: StandInRequest): Gate {
  const { plan, limits } = store.settings;
  const denied = judgeKey(store, request);
  const table = tableOf(request.method, request.path);
  const rate = limiter.judge(plan, table, store.now().getTime(), !denied && limits);
  const headers = rateHeaders(rate);
  if (denied) return { refusal: denied, headers };
  if (limits && !rate.allowed)
    return {
      refusal: json(429, { message: "API rate limit exceeded" }),
      headers,
    };
  return { refusal: null, headers };
}

function judgeKey(store: BrevoStore, request: StandInRequest): StandInAnswer | null {
  const key = request.headers["api-key"];
  if (!key) return keyRefused("authentication not found in headers");
  const { keys, refusedIp } = store.settings;
  const state = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (state === undefined || state === "revoked") return keyRefused("Key not found");
  if (state === "expired") return keyRefused("API key has expired");
  return refusedIp ? ipRefused(refusedIp) : null;
}
