import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseAddress } from "@/lib/rules/address";
import { coerceValue } from "@/lib/rules/coerce";
import { passesFilter } from "@/lib/rules/filter";
import { mapAttributes } from "@/lib/rules/map-attributes";
import { normalisePhone } from "@/lib/rules/phone";
import type { Attribute } from "@/lib/rules/schema";
import { isIsoDay } from "@/lib/rules/shop-day";
import { contextFor, row, attribute as sampleAttribute, sampleCustomer, sampleRule } from "../../unit/rules/samples";
import { attribute, condition, customer, hostileText } from "./arbitraries";

const RUNS = { numRuns: 1_000 };
const zone = fc.constantFrom("America/Sao_Paulo", "Asia/Tokyo", "UTC", "Pacific/Kiritimati", "Not/AZone");
const anyValue = fc.oneof(
  hostileText,
  fc.double(),
  fc.boolean(),
  fc.array(hostileText, { maxLength: 4 }),
  fc.double().map((instantMs) => ({ instantMs })),
  fc.date({ noInvalidDate: true }).map((date) => ({ instantMs: date.getTime() })),
  fc.constant(null),
);

function fits(value: unknown, { type, options }: Attribute): boolean {
  const keys = options.map((option) => option.key);
  switch (type) {
    case "text":
      return typeof value === "string";
    case "date":
      return typeof value === "string" && isIsoDay(value);
    case "float":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "category":
      return typeof value === "string" && keys.includes(value);
    case "multiple-choice":
      return Array.isArray(value) && value.length > 0 && value.every((one) => keys.includes(one));
  }
}

describe("coercion", () => {
  test("never throws, and gives what fits the type, a clearing, or nothing with a reason", () => {
    fc.assert(
      fc.property(anyValue, attribute, zone, (value, target, timeZone) => {
        const coerced = coerceValue(value, target, timeZone);
        if (coerced.value === undefined) expect(coerced.why).not.toBeNull();
        else expect(coerced.value === "" || fits(coerced.value, target)).toBe(true);
      }),
      RUNS,
    );
  });

  test("is stable: what it gave, it gives again", () => {
    fc.assert(
      fc.property(anyValue, attribute, zone, (value, target, timeZone) => {
        const once = coerceValue(value, target, timeZone).value;
        if (once !== undefined) expect(coerceValue(once, target, timeZone).value).toEqual(once);
      }),
      RUNS,
    );
  });
});

describe("addresses", () => {
  const addressLike = fc.oneof(
    fc.emailAddress(),
    fc.tuple(hostileText, hostileText).map(([local, domain]) => `${local}@${domain}.com`),
    fc
      .tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "grapheme", minLength: 1 }))
      .map(([local, domain]) => `${local}@${domain}.org`),
    hostileText,
  );

  test("normalising is idempotent, and what it gives is lower-case, trimmed, on one line and within limits", () => {
    fc.assert(
      fc.property(addressLike, (text) => {
        const once = normaliseAddress(text);
        if (once === null) return;
        expect(normaliseAddress(once)).toBe(once);
        expect(once).toBe(once.toLowerCase());
        expect(once).not.toMatch(/[\s\p{C}]/u);
        expect(new TextEncoder().encode(once).length).toBeLessThanOrEqual(254);
      }),
      { numRuns: 3_000 },
    );
  });

  test("ordinary addresses are not refused, whatever their case and the spaces around them", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const expected = normaliseAddress(address);
        expect(expected).toBe(address.toLowerCase());
        expect(normaliseAddress(` ${address.toUpperCase()}\n`)).toBe(expected);
      }),
    );
  });
});

test("a phone is E.164 or nothing, whatever the text and the country, and stays as it is", () => {
  fc.assert(
    fc.property(
      fc.oneof(hostileText, fc.stringMatching(/^[+0-9() -]{3,18}$/)),
      fc.option(hostileText),
      (text, country) => {
        const number = normalisePhone(text, country);
        if (number === null) return;
        expect(number).toMatch(/^\+[1-9]\d{1,14}$/);
        expect(normalisePhone(number, null)).toBe(number);
      },
    ),
    RUNS,
  );
});

test("a filter answers for every record and condition, and a condition and its opposite never agree", () => {
  fc.assert(
    fc.property(customer, condition, zone, (record, given, timeZone) => {
      const passed = passesFilter(record, [given], timeZone);
      if (given.op === "equals") expect(passesFilter(record, [{ ...given, op: "not_equals" }], timeZone)).toBe(!passed);
      if (given.op === "is_set") expect(passesFilter(record, [{ ...given, op: "is_not_set" }], timeZone)).toBe(!passed);
    }),
    RUNS,
  );
});

test("a hostile name goes out as the text that it is: nothing is stripped, escaped or interpreted", () => {
  const rule = sampleRule({ mapping: [row("firstName", sampleAttribute("FIRSTNAME"))] });
  fc.assert(
    fc.property(hostileText, (firstName) => {
      const { attributes, omissions } = mapAttributes(sampleCustomer({ firstName }), contextFor(rule));
      expect(attributes).toEqual({ FIRSTNAME: firstName.toWellFormed() });
      expect(omissions).toEqual([]);
    }),
  );
});
