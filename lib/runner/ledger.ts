import { createHmac } from "node:crypto";
import { canonicalJson } from "@/lib/kernel/canonical-json";

/*
 * RULE 2. Every write has a key that survives a crash. Claimed before Brevo is called, completed when Brevo confirms, holding nothing personal.
 */

/** What one intended delivery is. The page it was read on is not in it: one record inserted ahead would shift every key behind it. */
export interface DeliveryIdentity {
  destination: string;
  destinationObject: "contact";
  syncId: string;
  recordId: string;
  payloadDigest: string;
  /** How many writes of this record were confirmed before. A → B → A are three deliveries. */
  sequence: number;
}

/** @returns HMAC-SHA-256 under the workspace's ledger key, 64 hex digits. A retry or a later run derives the same key until the write is settled. */
export function deliveryKey(ledgerKey: Uint8Array, delivery: DeliveryIdentity): string {
  return createHmac("sha256", ledgerKey).update(canonicalJson(delivery)).digest("hex");
}

/** @param address normalised. @returns the keyed hash under which an address is looked up; the address itself is stored nowhere in the clear */
export function addressHash(key: Uint8Array, address: string): string {
  return createHmac("sha256", key).update(address).digest("hex");
}
