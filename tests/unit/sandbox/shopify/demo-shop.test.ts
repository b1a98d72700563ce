import { describe, expect, it } from "vitest";
import { AWKWARD_NAMES } from "@/lib/demo/shop/awkward-names";
import { generateDemoShop } from "@/lib/demo/shop/generate";
import { customerInputSchema } from "@/lib/sandbox/shopify/customer";
import { compareIds } from "@/lib/sandbox/shopify/record-text";
import { openShop } from "@/tests/unit/sandbox/shopify/shop";

const endingAt = new Date("2026-11-28T06:00:00Z");
const shop = generateDemoShop({ endingAt });
const addresses = shop.flatMap(({ email }) => (email ? [email.address] : []));

describe("the demo shop", () => {
  it("is the same every time, and every customer is valid", () => {
    expect(generateDemoShop({ endingAt })).toEqual(shop);
    expect(shop).toHaveLength(1_200);
    for (const customer of shop) expect(customerInputSchema.safeParse(customer).success).toBe(true);
  });

  it("has unique ids that rise with the sign-ups, the last of them beyond 2^53", () => {
    const ids = shop.map(({ id }) => id ?? "");
    expect(new Set(ids).size).toBe(1_200);
    expect([...ids].sort(compareIds)).toEqual(ids);
    expect(ids.at(-1)).toBe("9007199254740996");
    const created = shop.map(({ createdAt }) => createdAt ?? "");
    expect([...created].sort()).toEqual(created);
  });

  it("keeps every time within its two years, consent between sign-up and last change", () => {
    const end = endingAt.toISOString();
    for (const { createdAt = "", updatedAt = "", email } of shop) {
      expect(createdAt >= "2024-11-28" && createdAt.slice(0, 19) <= updatedAt.slice(0, 19) && updatedAt < end).toBe(
        true,
      );
      const at = email?.marketingUpdatedAt;
      if (at) expect(at >= createdAt && at <= updatedAt).toBe(true);
    }
  });

  it("has 55 to 65 in a hundred whose consent can be proved", () => {
    const provable = shop.filter(
      ({ email }) =>
        email?.marketingState === "SUBSCRIBED" &&
        ["CONFIRMED_OPT_IN", "SINGLE_OPT_IN"].includes(email.marketingOptInLevel ?? "") &&
        email.marketingUpdatedAt != null,
    );
    expect(provable.length / shop.length).toBeGreaterThan(0.55);
    expect(provable.length / shop.length).toBeLessThan(0.65);
  });

  it("has every kind of consent, and some customers without an address", () => {
    const kinds = new Set(
      shop.map(({ email }) =>
        email
          ? `${email.marketingState}/${email.marketingOptInLevel}/${email.marketingUpdatedAt ? "time" : "no time"}`
          : "no address",
      ),
    );
    expect([...kinds].sort()).toEqual([
      "INVALID/null/no time",
      "NOT_SUBSCRIBED/SINGLE_OPT_IN/no time",
      "PENDING/CONFIRMED_OPT_IN/time",
      "REDACTED/null/no time",
      "SUBSCRIBED/CONFIRMED_OPT_IN/time",
      "SUBSCRIBED/SINGLE_OPT_IN/time",
      "SUBSCRIBED/UNKNOWN/time",
      "SUBSCRIBED/null/no time",
      "UNSUBSCRIBED/SINGLE_OPT_IN/time",
      "no address",
    ]);
  });

  it("writes only to domains that nobody can own", () => {
    for (const address of addresses)
      expect(address.toLowerCase()).toMatch(/@(example\.com|example\.org|[a-zü]+\.test)$/);
  });

  it("has the traps: awkward names, many scripts, cases, plus signs, apostrophes, shared addresses and phones, one busy second", () => {
    const firstNames = new Set(shop.map(({ firstName }) => firstName));
    expect(AWKWARD_NAMES.filter((name) => !firstNames.has(name))).toEqual([]);
    const text = shop.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(" ");
    for (const script of ["Cyrillic", "Greek", "Arabic", "Hebrew", "Hiragana", "Han", "Hangul", "Devanagari", "Thai"]) {
      expect(new RegExp(`\\p{Script=${script}}`, "u").test(text), script).toBe(true);
    }
    for (const shape of [/^[^a-z]+$/, /\+news@/, /o'brien/, /bücher/])
      expect(addresses.some((address) => shape.test(address))).toBe(true);
    expect(addresses.length - new Set(addresses.map((address) => address.toLowerCase())).size).toBe(2);
    expect(shop.filter(({ phone }) => phone?.number === "+447700900000").length).toBeGreaterThan(3);
    const perSecond = new Map<string, number>();
    for (const { updatedAt = "" } of shop)
      perSecond.set(updatedAt.slice(0, 19), (perSecond.get(updatedAt.slice(0, 19)) ?? 0) + 1);
    expect(Math.max(...perSecond.values())).toBeGreaterThanOrEqual(20);
  });

  it("loads into the stand-in and comes back whole", async () => {
    const { shop: standIn, control } = openShop("2026-11-29T00:00:00Z");
    standIn.edits.importMany(shop, true);
    const { customers } = (await control("GET", "/truth")).body as { customers: { firstName: string }[] };
    expect(customers.map(({ firstName }) => firstName)).toEqual(shop.map(({ firstName }) => firstName));
  });
});
