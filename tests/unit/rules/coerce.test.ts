import { describe, expect, test } from "vitest";
import { coerceValue } from "@/lib/rules/coerce";
import { ATTRIBUTE_TYPES } from "@/lib/rules/schema";
import { attribute } from "./samples";

const ZONE = "America/Sao_Paulo";
const omitted = (why: string) => ({ value: undefined, why });
const kept = (value: unknown) => ({ value, why: null });
const OPTIONS = [
  { key: "1", label: "Gold" },
  { key: "2", label: "Silver" },
  { key: "Gold2", label: "2" },
  { key: "3", label: "Twin" },
  { key: "4", label: "Twin" },
];

describe("an empty source clears, whatever the type: Brevo's schema has no null", () => {
  test.each(ATTRIBUTE_TYPES)("%s", (type) => {
    for (const empty of [null, "", []]) expect(coerceValue(empty, attribute("A", type), ZONE)).toEqual(kept(""));
  });
  test("zero and false are values", () => {
    expect(coerceValue(0, attribute("A", "float"), ZONE)).toEqual(kept(0));
    expect(coerceValue(false, attribute("A", "boolean"), ZONE)).toEqual(kept(false));
  });
});

describe("text", () => {
  test.each([
    [3, "3"],
    [true, "true"],
    [["a", "b"], "a, b"],
    [{ instantMs: 0 }, "1970-01-01T00:00:00.000Z"],
    [{ instantMs: Number.NaN }, ""],
    ["lone \ud800 half", "lone \ufffd half"],
  ])("%j is written as %j", (value, expected) =>
    expect(coerceValue(value, attribute("A"), ZONE)).toEqual(kept(expected)),
  );

  test.each([
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x")',
    "Ana\r\nBcc: x@example.com",
    "\u202egnp.exe",
    "{{contact.EMAIL}}",
    "'; DROP TABLE contacts; --",
  ])("%j goes through as the text that it is", (text) => {
    expect(coerceValue(text, attribute("A"), ZONE)).toEqual(kept(text));
  });
});

describe("date", () => {
  const date = attribute("A", "date");
  test("is the day in the shop's zone, not in UTC", () => {
    const instantMs = Date.parse("2026-03-01T01:30:00Z");
    expect(coerceValue({ instantMs }, date, ZONE)).toEqual(kept("2026-02-28"));
    expect(coerceValue({ instantMs }, date, "Asia/Tokyo")).toEqual(kept("2026-03-01"));
  });
  test.each(["2026-02-30", "01/02/2026", "2026-1-2", "tomorrow", "2026-02-28T10:00:00Z"])(
    "%j is not guessed at",
    (text) => {
      expect(coerceValue(text, date, ZONE)).toEqual(omitted("not_a_date"));
    },
  );
  test("a real ISO day passes", () => expect(coerceValue("2024-02-29", date, ZONE)).toEqual(kept("2024-02-29")));
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15])("instant %j", (instantMs) => {
    expect(coerceValue({ instantMs }, date, ZONE)).toEqual(omitted("not_a_date"));
  });
  test("an unknown zone", () =>
    expect(coerceValue({ instantMs: 0 }, date, "Mars/Base")).toEqual(omitted("not_a_date")));
});

describe("float", () => {
  const float = attribute("A", "float");
  test.each([
    ["129.90", 129.9],
    ["-0.5", -0.5],
    [" 7 ", 7],
    [12, 12],
  ])("%j is %j", (value, expected) => expect(coerceValue(value, float, ZONE)).toEqual(kept(expected)));
  test.each([
    "1,5",
    "1e3",
    "0x10",
    "12 BRL",
    "Infinity",
    "9007199254740993",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    ["1"],
  ])("%j is not a number that can be written exactly", (value) =>
    expect(coerceValue(value, float, ZONE)).toEqual(omitted("not_a_number")),
  );
});

describe("boolean is real JSON", () => {
  const boolean = attribute("A", "boolean");
  test.each([
    [true, true],
    [false, false],
    ["true", true],
    ["false", false],
  ])("%j is %j", (value, expected) => {
    expect(coerceValue(value, boolean, ZONE)).toEqual(kept(expected));
  });
  test.each(["yes", "1", 1, 0, "TRUE", ["true"]])("%j is not guessed at", (value) => {
    expect(coerceValue(value, boolean, ZONE)).toEqual(omitted("not_a_boolean"));
  });
});

describe("category", () => {
  const category = attribute("A", "category", OPTIONS);
  test.each([
    ["1", "1"],
    [1, "1"],
    ["Gold", "1"],
    ["2", "2"],
    [["vip", "Silver"], "2"],
    [["vip"], ""],
  ])("%j is stored as %j", (value, expected) => expect(coerceValue(value, category, ZONE)).toEqual(kept(expected)));
  test.each(["gold", "Bronze", "Twin", ["Gold", "Silver"]])("%j is no option, or more than one", (value) => {
    expect(coerceValue(value, category, ZONE)).toEqual(omitted("not_an_option"));
  });
});

describe("multiple-choice", () => {
  const options = ["USA", "India", "France"].map((key) => ({ key, label: key }));
  const choices = attribute("A", "multiple-choice", options);
  test("keeps the subset that are options, in their order, once each, and says what it left out", () => {
    const value = ["France", "Mars", "USA", "USA"];
    expect(coerceValue(value, choices, ZONE)).toEqual({ value: ["USA", "France"], why: "not_an_option" });
  });
  test("says nothing when nothing was left out", () =>
    expect(coerceValue(["India"], choices, ZONE)).toEqual(kept(["India"])));
  test("a list with no option left clears, so that a removed tag does not stay behind", () => {
    expect(coerceValue(["Mars"], choices, ZONE)).toEqual({ value: "", why: "not_an_option" });
  });
  test("a text is one choice, never split", () => {
    expect(coerceValue("USA", choices, ZONE)).toEqual(kept(["USA"]));
    expect(coerceValue("USA, India", choices, ZONE)).toEqual(omitted("not_an_option"));
  });
});
