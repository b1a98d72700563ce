import { describe, expect, test } from "vitest";
import { publicationDigest, signDigest, verifySignature } from "@/lib/rules/publication";
import { ENDS, sampleRule } from "./samples";

const KEY = new TextEncoder().encode("a key of this test alone, 32 byte");
const DIGEST = publicationDigest(sampleRule(), ENDS);

test("the digest is a known value: a change of the canonical form would invalidate every publication", () => {
  expect(DIGEST).toMatchInlineSnapshot(`"263ca7ddad2d9d55a789271427a45a2fcd3e57413b5a778c06dc2e7acd584a9a"`);
});

describe("everything about the ends is bound", () => {
  test.each([
    ["source connection", { ...ENDS, source: { ...ENDS.source, connectionId: "c9" } }],
    ["shop", { ...ENDS, source: { ...ENDS.source, identity: "gid://shopify/Shop/2" } }],
    ["time zone", { ...ENDS, source: { ...ENDS.source, timeZone: "Asia/Tokyo" } }],
    ["currency", { ...ENDS, source: { ...ENDS.source, currency: "USD" } }],
    ["destination connection", { ...ENDS, destination: { ...ENDS.destination, connectionId: "c9" } }],
    ["Brevo account", { ...ENDS, destination: { ...ENDS.destination, identity: "org-2" } }],
    ["API version", { ...ENDS, sourceApiVersion: "2026-10" }],
    [
      "which end is which",
      {
        ...ENDS,
        source: { ...ENDS.source, identity: "org-1" },
        destination: { ...ENDS.destination, identity: "gid://shopify/Shop/1" },
      },
    ],
  ])("another %s is another digest", (_, ends) => expect(publicationDigest(sampleRule(), ends)).not.toBe(DIGEST));
});

describe("the signature", () => {
  const claim = { syncId: "s1", number: 3, digest: DIGEST };
  const signature = signDigest(KEY, claim);
  test("is proved by the same key over the same claim", () =>
    expect(verifySignature(KEY, claim, signature)).toBe(true));
  test.each([
    ["digest", { ...claim, digest: DIGEST.replace(/^./, "g") }],
    ["number", { ...claim, number: 4 }],
    ["sync", { ...claim, syncId: "s2" }],
  ])("is bound to the %s", (_, other) => expect(verifySignature(KEY, other, signature)).toBe(false));
  test("is bound to the key", () => expect(verifySignature(new Uint8Array(32), claim, signature)).toBe(false));
  test.each([
    "",
    "0",
    signature.slice(1),
    `${signature}0`,
    signature.toUpperCase(),
    `é${signature.slice(2)}`,
    "x".repeat(64),
  ])("%j is false, never an error", (given) => expect(verifySignature(KEY, claim, given)).toBe(false));
});
