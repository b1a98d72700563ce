import { describe, expect, it } from "vitest";
import { isSame } from "@/lib/connectors/brevo/compare";
import type { AttributeValue, ContactPayload } from "@/lib/rules/payload";
import type { Attribute } from "@/lib/rules/schema";

const attribute = (name: string, type: Attribute["type"], options: Attribute["options"] = []): Attribute => ({
  name,
  type,
  options,
});
const ATTRIBUTES = [
  attribute("FIRSTNAME", "text"),
  attribute("DOB", "date"),
  attribute("SPENT", "float"),
  attribute("IS_VIP", "boolean"),
  attribute("GENDER", "category", [
    { key: "1", label: "Men" },
    { key: "two", label: "Women" },
  ]),
  attribute("COUNTRY", "multiple-choice", [{ key: "USA", label: "USA" }]),
];
const contact = (attributes: Record<string, unknown>, more = {}) => ({
  id: 7,
  emailBlacklisted: false,
  listIds: [9],
  attributes,
  ...more,
});
const payload = (attributes: Record<string, AttributeValue>, more: Partial<ContactPayload> = {}): ContactPayload => ({
  attributes,
  listIds: [9],
  unlinkListIds: [],
  ...more,
});
const same = (name: string, wanted: AttributeValue, stored: unknown, attributes = ATTRIBUTES) =>
  isSame(contact(stored === undefined ? {} : { [name]: stored }), payload({ [name]: wanted }), attributes);

describe("a read-back compares with Brevo's forms", () => {
  it.each<[string, AttributeValue, unknown, boolean]>([
    ["FIRSTNAME", "Ann", "Ann", true],
    ["FIRSTNAME", "Ann", "ann", false],
    ["FIRSTNAME", "", undefined, true],
    ["FIRSTNAME", "", null, true],
    ["FIRSTNAME", "", "Ann", false],
    ["FIRSTNAME", "Ann", undefined, false],
    ["DOB", "1990-02-28", "1990-02-28", true],
    ["DOB", "1990-02-28", "1990-02-28T00:00:00.000Z", true],
    ["DOB", "1990-02-28", "1990-03-01", false],
    ["SPENT", 12.5, 12.5, true],
    ["SPENT", 12.5, "12.50", true],
    ["SPENT", 0, "", false],
    ["SPENT", 12.5, 12.51, false],
    ["IS_VIP", true, true, true],
    ["IS_VIP", false, false, true],
    ["IS_VIP", true, "true", true],
    ["IS_VIP", false, undefined, false],
    ["IS_VIP", true, false, false],
    ["GENDER", "two", "two", true],
    ["GENDER", "two", "Women", true],
    ["GENDER", "1", 1, true],
    ["GENDER", "two", "Men", false],
    ["COUNTRY", ["USA", "India"], ["India", "USA"], true],
    ["COUNTRY", ["USA"], ["India", "USA"], false],
    ["COUNTRY", ["USA"], "USA", false],
    ["SMS", "+49 170 1234567", "491701234567", true],
    ["SMS", "+491701234567", "491701234568", false],
  ])("%s: wanted %j, stored %j: %s", (name, wanted, stored, expected) => {
    expect(same(name, wanted, stored)).toBe(expected);
  });

  it("without the type, a value's own form decides", () => {
    expect(same("X", "1990-02-28", "1990-02-28T00:00:00Z", [])).toBe(true);
    expect(same("X", 3, "3", [])).toBe(true);
    expect(same("X", true, "true", [])).toBe(true);
    expect(same("X", "1990", "1990-02-28", [])).toBe(false);
  });

  it("brevo-7 a boolean sent as text and ignored is flagged, even where the stored boolean looks like it", () => {
    expect(same("IS_VIP", "true", false)).toBe(false);
    expect(same("IS_VIP", "true", true)).toBe(false);
  });

  it("lists and blocklisting are managed, other attributes and lists are the merchant's", () => {
    const stored = contact({ FIRSTNAME: "Ann", THEIRS: "kept" }, { listIds: [9, 40], emailBlacklisted: true });
    expect(isSame(stored, payload({ FIRSTNAME: "Ann" }), ATTRIBUTES)).toBe(true);
    expect(isSame(stored, payload({}, { listIds: [9, 10] }), ATTRIBUTES)).toBe(false);
    expect(isSame(stored, payload({}, { listIds: [], unlinkListIds: [40] }), ATTRIBUTES)).toBe(false);
    expect(isSame(stored, payload({}, { emailBlacklisted: true }), ATTRIBUTES)).toBe(true);
    expect(isSame(contact({}), payload({}, { emailBlacklisted: true }), ATTRIBUTES)).toBe(false);
  });
});
