import { expect, test } from "vitest";
import { diffRules } from "@/lib/rules/diff";
import type { Rule } from "@/lib/rules/schema";
import { attribute, MARKETING, NOTICES, row, sampleRule } from "./samples";

const BASE = sampleRule({ filter: [{ op: "is_set", field: "phone" }], lists: [MARKETING, NOTICES] });
const diff = (changes: Partial<Rule>) => diffRules(BASE, { ...BASE, ...changes });
const [first, last, sms] = BASE.mapping as [Rule["mapping"][0], Rule["mapping"][0], Rule["mapping"][0]];

test("no difference, no change", () => expect(diffRules(BASE, structuredClone(BASE))).toEqual([]));

test("mapping rows are matched by their attribute", () => {
  const city = row("provinceCode", attribute("STATE"));
  const upper = { ...last, transform: { kind: "uppercase" as const } };
  expect(diff({ mapping: [first, upper, city] })).toEqual([
    { kind: "mapping_removed", row: sms },
    { kind: "mapping_changed", from: last, to: upper },
    { kind: "mapping_added", row: city },
  ]);
});

test("lists are matched by id: turning a list into a non-marketing one is a change that shows both", () => {
  const to = { id: MARKETING.id, name: MARKETING.name, marketing: false, reason: "Because I say so" } as const;
  expect(diff({ lists: [to, NOTICES] })).toEqual([{ kind: "list_changed", from: MARKETING, to }]);
  expect(diff({ lists: [NOTICES] })).toEqual([{ kind: "list_removed", list: MARKETING }]);
});

test("an edited condition is one removed and one added; a repeated one counts", () => {
  const [old] = BASE.filter;
  const to = { op: "is_not_set", field: "phone" } as const;
  expect(diff({ filter: [to] })).toEqual([
    { kind: "condition_removed", condition: old },
    { kind: "condition_added", condition: to },
  ]);
  expect(diff({ filter: [...BASE.filter, ...BASE.filter] })).toEqual([{ kind: "condition_added", condition: old }]);
});

test("settings and caps", () => {
  const changed: Partial<Rule> = {
    consent: { optInLevels: ["CONFIRMED_OPT_IN"], onWithdrawal: "unlist" },
    badRecords: "stop",
    onDeleted: "leave",
    caps: { ...BASE.caps, created: 5 },
  };
  expect(diff(changed)).toEqual([
    { kind: "opt_in_levels_changed", from: BASE.consent.optInLevels, to: ["CONFIRMED_OPT_IN"] },
    { kind: "on_withdrawal_changed", from: "unlist_and_block", to: "unlist" },
    { kind: "bad_records_changed", from: "hold", to: "stop" },
    { kind: "on_deleted_changed", from: "unlist", to: "leave" },
    { kind: "cap_changed", cap: "created", from: 100, to: 5 },
  ]);
});

test("another order is said as such", () => {
  expect(diff({ mapping: [last, first, sms] })).toEqual([{ kind: "reordered", part: "mapping" }]);
  expect(diff({ lists: [NOTICES, MARKETING] })).toEqual([{ kind: "reordered", part: "lists" }]);
});
