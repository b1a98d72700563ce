import { describe, expect, test } from "vitest";
import { ruleProblems } from "@/lib/rules/problems";
import type { Attribute, SourceField, Transform } from "@/lib/rules/schema";
import { attribute, MARKETING, row, sampleRule } from "./samples";

const GOLD = { key: "1", label: "Gold" };
const SILVER = { key: "2", label: "Silver" };
const ACCOUNT = {
  attributes: [attribute("FIRSTNAME"), attribute("LASTNAME"), attribute("SMS"), attribute("TIER", "category", [GOLD])],
  lists: [{ id: MARKETING.id, name: MARKETING.name }],
};

test("a rule that fits its account has no problem", () => expect(ruleProblems(sampleRule(), ACCOUNT)).toEqual([]));

describe("what Brevo would drop in silence is named, with its place", () => {
  const one = (target: Attribute) => ruleProblems(sampleRule({ mapping: [row("firstName", target)] }), ACCOUNT);
  const path = ["mapping", 0, "target"];
  test("an unknown attribute", () => {
    expect(one(attribute("NICK"))).toEqual([
      { code: "attribute_unknown", blocks: true, path, params: { attribute: "NICK" } },
    ]);
  });
  test("a type that changed", () => {
    const params = { attribute: "TIER", was: "text", is: "category" };
    expect(one(attribute("TIER"))).toEqual([{ code: "attribute_type_changed", blocks: true, path, params }]);
  });
  test("an option that is gone blocks, one that is new only warns", () => {
    expect(one(attribute("TIER", "category", [SILVER]))).toEqual([
      { code: "option_missing", blocks: true, path, params: { attribute: "TIER", option: "Silver" } },
      { code: "options_outdated", blocks: false, path, params: { attribute: "TIER", added: 1 } },
    ]);
  });
  test("a label that moved to another key is missing", () => {
    const problems = one(attribute("TIER", "category", [{ key: "2", label: "Gold" }]));
    expect(problems.map((problem) => problem.code)).toEqual(["option_missing", "options_outdated"]);
  });
});

test("lists: unknown blocks, renamed warns", () => {
  const lists = [
    { ...MARKETING, name: "Old" },
    { id: 99, name: "Gone", marketing: true as const },
  ];
  expect(ruleProblems(sampleRule({ lists }), ACCOUNT)).toEqual([
    { code: "list_renamed", blocks: false, path: ["lists", 0], params: { list: 7, was: "Old", is: "Newsletter" } },
    { code: "list_unknown", blocks: true, path: ["lists", 1], params: { list: 99, name: "Gone" } },
  ]);
});

describe("rows that can never deliver a value", () => {
  const codes = (source: SourceField, target: Attribute, transform?: Transform) => {
    const account = { attributes: [target], lists: ACCOUNT.lists };
    return ruleProblems(sampleRule({ mapping: [row(source, target, transform)] }), account).map(({ code }) => code);
  };
  test.each<[SourceField, Attribute, Transform | undefined, string[]]>([
    ["lastName", attribute("SMS"), undefined, ["sms_needs_phone"]],
    ["phone", attribute("WHATSAPP"), undefined, ["channel_without_consent"]],
    ["phone", attribute("SMS"), { kind: "trim" }, ["transform_does_not_fit"]],
    ["firstName", attribute("A"), { kind: "date" }, ["transform_does_not_fit"]],
    ["firstName", attribute("A"), { kind: "join", separator: "," }, ["transform_does_not_fit"]],
    ["locale", attribute("A"), { kind: "has_tag", tag: "x" }, ["transform_does_not_fit"]],
    ["numberOfOrders", attribute("A"), { kind: "trim" }, ["transform_does_not_fit"]],
    ["firstName", attribute("A", "date"), undefined, ["source_does_not_fit"]],
    ["tags", attribute("A", "float"), undefined, ["source_does_not_fit"]],
    ["tags", attribute("A", "boolean"), undefined, ["source_does_not_fit"]],
    ["createdAt", attribute("A", "category"), undefined, ["source_does_not_fit"]],
    ["tags", attribute("A", "boolean"), { kind: "has_tag", tag: "x" }, []],
    ["tags", attribute("A"), { kind: "join", separator: "," }, []],
    ["tags", attribute("A", "multiple-choice"), undefined, []],
    ["createdAt", attribute("A", "date"), { kind: "date" }, []],
    ["amountSpent", attribute("A", "float"), undefined, []],
    ["verifiedEmail", attribute("A", "boolean"), undefined, []],
  ])("%s into %j with %j: %j", (source, target, transform, expected) => {
    expect(codes(source, target, transform)).toEqual(expected);
  });
});
