import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether Shopify signed these bytes: base64 of their HMAC-SHA-256 in `X-Shopify-Hmac-Sha256`. Taken over the raw bytes: a body that was parsed and written anew
 * differs (Shopify/shopify-express#114). Never throws, whatever the header is.
 * @param secrets the client secrets in question, the older one too while it is rotated
 */
export function isSignedByShopify(body: Uint8Array, header: string | null, secrets: readonly string[]): boolean {
  const given = Buffer.from(header ?? "", "base64");
  return secrets
    .map((secret) => createHmac("sha256", secret).update(body).digest())
    .some((wanted) => same(given, wanted));
}

const same = (given: Uint8Array, wanted: Uint8Array): boolean =>
  given.length === wanted.length && timingSafeEqual(given, wanted);
