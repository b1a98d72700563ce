import { createHmac, timingSafeEqual } from "node:crypto";

/** A call is taken so long after and before its timestamp: clocks differ, and a call that was overheard is worth nothing later. */
export const HOOK_WINDOW_MS = 5 * 60_000;

export type SignatureFault = "malformed" | "out_of_window" | "differs";

/**
 * Checks `X-Nightpost-Signature: v1=<hex>`, an HMAC-SHA-256 under the key over `<timestamp>.<raw body>`, and `X-Nightpost-Timestamp`, seconds since 1970. In
 * constant time, and never throws. @returns the fault, or null
 */
export function signatureFault(
  call: { timestamp: string | null; signature: string | null; body: Uint8Array },
  key: string,
  nowMs: number,
): SignatureFault | null {
  if (!/^\d{1,12}$/.test(call.timestamp ?? "") || !/^v1=[0-9a-f]{64}$/.test(call.signature ?? "")) return "malformed";
  const wanted = createHmac("sha256", key).update(`${call.timestamp}.`).update(call.body).digest();
  const given = Buffer.from((call.signature ?? "").slice(3), "hex");
  if (!timingSafeEqual(given, wanted)) return "differs";
  return Math.abs(nowMs - Number(call.timestamp) * 1000) > HOOK_WINDOW_MS ? "out_of_window" : null;
}
