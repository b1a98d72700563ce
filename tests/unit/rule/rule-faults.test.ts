import { describe, expect, it } from "vitest";
import { keyed, NO_ATTRIBUTE, toDraft, toEdited } from "@/components/rule/edited-rule";
import { faultAt, problemsAt, ruleFaults } from "@/components/rule/rule-faults";
import { draftSchema } from "@/lib/rules/draft";
import { attribute, row, sampleRule } from "@/tests/unit/rules/samples";

const account = {
  attributes: [attribute("FIRSTNAME"), attribute("LASTNAME"), attribute("SMS"), attribute("SINCE", "date")],
  lists: [{ id: 7, name: "Newsletter" }],
};
const edited = (changes: Parameters<typeof sampleRule>[0] = {}) => toEdited(sampleRule(changes));

describe("what the form says about a rule", () => {
  it("has nothing to say about one that is whole and fits", () => {
    expect(ruleFaults(edited(), account)).toEqual({ unsaved: {}, missing: {}, problems: [] });
  });

  it("is silent exactly when the server would store it", () => {
    for (const rule of [
      edited(),
      edited({ mapping: [row("firstName", NO_ATTRIBUTE)] }),
      edited({ filter: [{ op: "contains", field: "email", value: "" }] }),
      edited({ filter: [{ op: "at_least", field: "amountSpent", value: Number.NaN }] }),
      edited({ caps: { calls: Number.NaN, created: 1, written: 1, minutes: 1 } }),
      edited({ consent: { optInLevels: [], onWithdrawal: "unlist" } }),
    ])
      expect(Object.keys(ruleFaults(rule, account).unsaved).length === 0).toBe(
        draftSchema.safeParse(toDraft(rule)).success,
      );
  });

  it("says in its own words what is still to be filled in", () => {
    const mapping = [row("tags", NO_ATTRIBUTE, { kind: "has_tag", tag: "" })];
    const lists = [{ id: 7, name: "Newsletter", marketing: false as const, reason: "short" }];
    const { unsaved, problems } = ruleFaults(edited({ mapping, lists }), account);
    expect(unsaved["mapping.0.target.name"]).toEqual({ code: "rule.choose_attribute" });
    expect(unsaved["mapping.0.transform.tag"]).toEqual({ code: "field_required" });
    expect(unsaved["lists.0.reason"]).toEqual({ code: "rule.reason_short" });
    expect(problems).toEqual([]);
  });

  it("lets an unfinished rule be saved and says what a preview still asks for", () => {
    const bare = ruleFaults(edited({ mapping: [], lists: [] }), account);
    expect(bare.unsaved).toEqual({});
    expect(bare.missing).toEqual({ mapping: { code: "rule.no_rows" }, lists: { code: "rule.no_list" } });
    const twice = edited({
      mapping: [row("firstName", attribute("LASTNAME")), row("lastName", attribute("LASTNAME"))],
    });
    expect(ruleFaults(twice, account).missing).toEqual({ "mapping.1.target": { code: "rule.attribute_twice" } });
  });

  it("shows a problem at its row", () => {
    const mapping = [row("firstName", attribute("FIRSTNAME")), row("createdAt", attribute("GONE"))];
    const { problems } = ruleFaults(edited({ mapping, lists: [{ id: 8, name: "Old", marketing: true }] }), account);
    expect(problemsAt(problems, "mapping.0")).toEqual([]);
    expect(problemsAt(problems, "mapping.1")).toMatchObject([{ code: "attribute_unknown", blocks: true }]);
    expect(problemsAt(problems, "lists.0")).toMatchObject([{ code: "list_unknown" }]);
  });

  it("takes row 1 and row 10 apart", () => {
    const faults = { "mapping.10.target.name": { code: "rule.choose_attribute" } };
    expect(faultAt(faults, "mapping.1")).toBeUndefined();
    expect(faultAt(faults, "mapping.10")).toEqual({ code: "rule.choose_attribute" });
  });
});

describe("rows on the screen", () => {
  it("give back the draft that they were made of", () => {
    const rule = sampleRule({ filter: [{ op: "is_set", field: "phone" }] });
    expect(toDraft(toEdited(rule))).toEqual(rule);
  });

  it("have keys of their own, also new ones", () => {
    const keys = [...edited().mapping, keyed(1), keyed(1)].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
