import { describe, expect, test } from "vitest";
import { proposeCaps, suggestRule } from "@/lib/rules/defaults";
import { ruleProblems } from "@/lib/rules/problems";
import { capsSchema, ruleSchema } from "@/lib/rules/schema";
import { attribute } from "./samples";

const ACCOUNT = {
  attributes: [
    attribute("PRENOM"),
    attribute("LASTNAME"),
    attribute("SMS"),
    attribute("COUNTRY", "multiple-choice"),
    attribute("COUNTRY_CODE"),
    attribute("CUSTOMER_SINCE", "date"),
    attribute("TAGS"),
    attribute("SHOE_SIZE", "float"),
  ],
  lists: [{ id: 3, name: "Newsletter" }],
};

describe("a first draft", () => {
  const rule = suggestRule(ACCOUNT);
  test("is valid and without problems for its account", () => {
    expect(ruleSchema.parse(rule)).toEqual(rule);
    expect(ruleProblems(rule, ACCOUNT)).toEqual([]);
  });
  test("maps what the account has, by name and type, and nothing else", () => {
    expect(rule.mapping.map((row) => `${row.source}:${row.target.name}`)).toEqual([
      "firstName:PRENOM",
      "lastName:LASTNAME",
      "phone:SMS",
      "countryCode:COUNTRY_CODE",
      "createdAt:CUSTOMER_SINCE",
      "tags:TAGS",
    ]);
  });
  test("takes its list for marketing", () =>
    expect(rule.lists).toEqual([{ id: 3, name: "Newsletter", marketing: true }]));
  test("of an empty account asks for a person rather than inventing names", () => {
    const issues = ruleSchema.safeParse(suggestRule({ attributes: [], lists: [] })).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join("."))).toEqual(["mapping", "lists"]);
  });
});

describe("proposed caps", () => {
  test("cover what was counted, and the creations that may be under way", () => {
    expect(proposeCaps({ records: 10_000, creates: 4_000 })).toEqual({
      calls: 36_000,
      created: 4_050,
      written: 12_000,
      minutes: 150,
    });
  });
  test.each([0, 1, 10_000_000, 500_000_000])("for %i records are within the schema", (records) => {
    expect(capsSchema.safeParse(proposeCaps({ records, creates: records })).success).toBe(true);
  });
  test("a slower plan gets more minutes", () => {
    const totals = { records: 100_000, creates: 0 };
    expect(proposeCaps(totals, 60).minutes).toBeGreaterThan(proposeCaps(totals, 480).minutes);
  });
});
