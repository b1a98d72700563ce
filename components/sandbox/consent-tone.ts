import type { Tone } from "@/components/ui/tone";

/** A state that Shopify's schema does not have is one of the demo's traps, and stands out. */
export function consentTone(state: string): Tone {
  if (state === "SUBSCRIBED") return "success";
  return ["NOT_SUBSCRIBED", "UNSUBSCRIBED", "PENDING", "INVALID"].includes(state) ? "neutral" : "warning";
}
