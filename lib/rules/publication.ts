import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, digestOf } from "@/lib/kernel/canonical-json";
import type { PublishedEnds, Rule } from "./schema";

/** Keeps a signature from being taken for another HMAC made with the same key. */
const SIGNATURE_DOMAIN = "nightpost/publication/v1:";

/**
 * What a publication binds: the rule, both objects, the connections and the identities they reach, the shop's zone and currency, and the source's API
 * version. SHA-256 over RFC 8785 JSON: key order does not matter, the order of rows and lists does. Schedule, thresholds and alert routes are outside.
 * @returns 64 lower-case hex digits
 */
export function publicationDigest(rule: Rule, ends: PublishedEnds): string {
  return digestOf({
    rule,
    objects: { source: rule.object, destination: "contact" },
    source: ends.source,
    destination: ends.destination,
    sourceApiVersion: ends.sourceApiVersion,
  });
}

/** What a signature vouches for: this digest, as this number of this sync. A row copied to another sync or number is not signed. */
export interface PublicationClaim {
  syncId: string;
  number: number;
  digest: string;
}

/**
 * @param key the app's publication key, raw bytes
 * @returns HMAC-SHA-256, 64 lower-case hex digits
 */
export function signDigest(key: Uint8Array, { syncId, number, digest }: PublicationClaim): string {
  const message = canonicalJson({ syncId, number, digest });
  return createHmac("sha256", key).update(SIGNATURE_DOMAIN).update(message).digest("hex");
}

/** Compares in constant time; a signature of another length or form is false, never an error. */
export function verifySignature(key: Uint8Array, claim: PublicationClaim, signature: string): boolean {
  const expected = Buffer.from(signDigest(key, claim), "utf8");
  const given = Buffer.from(signature, "utf8");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
