import { describe, expect, it } from "vitest";
import { diffRules } from "@/lib/rules/diff";
import { type Rule, ruleSchema } from "@/lib/rules/schema";
import { concernsExisting } from "@/lib/use-cases/publications/concerns-existing";

const row = (name: string, source = "firstName") => ({
  ...{ source, transform: { kind: "trim" }, target: { name, type: "text" } },
});
const RULE: Rule = ruleSchema.parse({
  ...{ version: 1, object: "customer", filter: [], badRecords: "hold", onDeleted: "unlist" },
  mapping: [row("FIRSTNAME"), row("LASTNAME", "lastName")],
  consent: { optInLevels: ["CONFIRMED_OPT_IN"], onWithdrawal: "unlist" },
  lists: [{ id: 7, name: "Newsletter", marketing: true }],
  caps: { calls: 5_000, created: 2_000, written: 5_000, minutes: 60 },
});
const asks = (change: Partial<Rule>) => concernsExisting(diffRules(RULE, { ...RULE, ...change }));

describe("whether publishing asks about existing customers", () => {
  it("does when what is sent, or who, has changed", () => {
    expect(asks({ mapping: RULE.mapping.slice(0, 1) })).toBe(true);
    expect(asks({ lists: [{ id: 8, name: "Other", marketing: true }] })).toBe(true);
    expect(asks({ consent: { ...RULE.consent, optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"] } })).toBe(true);
  });

  it("does not when nothing has, or only order, limits and what is done with bad records", () => {
    expect(asks({})).toBe(false);
    expect(asks({ mapping: RULE.mapping.toReversed() })).toBe(false);
    expect(asks({ caps: { ...RULE.caps, calls: 9 }, badRecords: "stop", onDeleted: "leave" })).toBe(false);
  });
});
