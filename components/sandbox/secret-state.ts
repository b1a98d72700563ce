import type { Side } from "@/lib/use-cases/sandbox/faults";
import type { SandboxWatch } from "@/lib/use-cases/sandbox/watch-sandbox";

/** The word for a secret's state; a key may be good and its caller's address refused. */
export function secretState(side: Side, watch: Pick<SandboxWatch, "token" | "key" | "addressRefused">) {
  if (side === "shopify") return { word: watch.token, good: watch.token === "live" };
  if (watch.key === "valid" && watch.addressRefused) return { word: "address_refused", good: false };
  return { word: watch.key, good: watch.key === "valid" };
}
