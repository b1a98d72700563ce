import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffRules } from "@/lib/rules/diff";
import type { ContactPayload } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import { publicationDigest } from "@/lib/rules/publication";
import { OPT_IN_LEVELS, type Rule } from "@/lib/rules/schema";
import { ENDS } from "../../unit/rules/samples";
import { condition, hostileText, rule, withKeysReversed } from "./arbitraries";

const value = fc.oneof(
  hostileText,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(hostileText),
);
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 4 });
const payload: fc.Arbitrary<ContactPayload> = fc.record(
  {
    attributes: fc.dictionary(fc.stringMatching(/^[A-Z0-9_]{1,8}$/), value, { maxKeys: 4 }),
    listIds: ids,
    unlinkListIds: ids,
    emailBlacklisted: fc.constant(true as const),
  },
  { requiredKeys: ["attributes", "listIds", "unlinkListIds"] },
);
const digest = (given: Rule) => publicationDigest(given, ENDS);

describe("the digest of a payload", () => {
  test("does not depend on the order of keys, lists or choices", () => {
    fc.assert(
      fc.property(payload, (given) => {
        const turned = withKeysReversed(given);
        const attributes = Object.fromEntries(
          Object.entries(turned.attributes).map(([name, held]) => [
            name,
            Array.isArray(held) ? [...held].reverse() : held,
          ]),
        );
        const other = {
          ...turned,
          attributes,
          listIds: [...given.listIds].reverse(),
          unlinkListIds: [...given.unlinkListIds].reverse(),
        };
        expect(payloadDigest(other)).toBe(payloadDigest(given));
      }),
    );
  });

  test("changes with a list, a direction, the flag, an attribute or the type of its value", () => {
    fc.assert(
      fc.property(payload, hostileText, (given, text) => {
        const base: ContactPayload = { ...given, attributes: { ...given.attributes, A: text } };
        const { emailBlacklisted, ...rest } = base;
        const others: ContactPayload[] = [
          { ...base, listIds: [...base.listIds, 100] },
          { ...base, unlinkListIds: [...base.unlinkListIds, 100] },
          { ...base, attributes: { ...base.attributes, A: `${text}x` } },
          { ...base, attributes: { ...base.attributes, A: [text] } },
          { ...base, attributes: { ...base.attributes, NINE_CHARS: text } },
          emailBlacklisted ? rest : { ...rest, emailBlacklisted: true },
        ];
        const digests = [base, ...others].map(payloadDigest);
        expect(new Set(digests).size).toBe(digests.length);
      }),
    );
  });

  test("a number is not its text, true is not 'true', and cleared is not absent", () => {
    const of = (attributes: ContactPayload["attributes"]) =>
      payloadDigest({ attributes, listIds: [], unlinkListIds: [] });
    const digests = [
      of({ A: 1 }),
      of({ A: "1" }),
      of({ A: true }),
      of({ A: "true" }),
      of({ A: "" }),
      of({}),
      of({ A: [] }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe("the digest of a publication", () => {
  test("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(rule, (given) => {
        expect(publicationDigest(withKeysReversed(given), withKeysReversed(ENDS))).toBe(digest(given));
      }),
    );
  });

  test("changes with every part of the rule", () => {
    fc.assert(
      fc.property(rule, condition, (given, extra) => {
        const [row, ...rows] = given.mapping;
        const [list, ...lists] = given.lists;
        if (!row || !list) throw new Error("A rule has a row and a list.");
        const { optInLevels, onWithdrawal } = given.consent;
        const reason = "Another reason, given by a person";
        const changes: Partial<Rule>[] = [
          { mapping: [{ ...row, target: { ...row.target, name: "NEW_ATTRIBUTE" } }, ...rows] },
          { mapping: [{ ...row, transform: { kind: "has_tag", tag: "other" } }, ...rows] },
          {
            mapping: [
              { ...row, target: { ...row.target, options: [...row.target.options, { key: "z", label: "z" }] } },
              ...rows,
            ],
          },
          { mapping: [...given.mapping, { ...row, target: { ...row.target, name: "NEW_ATTRIBUTE" } }] },
          { filter: [...given.filter, extra] },
          {
            consent: {
              onWithdrawal,
              optInLevels: optInLevels.length === 1 ? [...OPT_IN_LEVELS] : ["CONFIRMED_OPT_IN"],
            },
          },
          { consent: { optInLevels, onWithdrawal: onWithdrawal === "unlist" ? "unlist_and_block" : "unlist" } },
          { lists: [{ id: list.id, name: list.name, marketing: false, reason }, ...lists] },
          { lists: [...given.lists, { ...list, id: 99 }] },
          { badRecords: given.badRecords === "hold" ? "stop" : "hold" },
          { onDeleted: given.onDeleted === "leave" ? "unlist" : "leave" },
          ...(["calls", "created", "written", "minutes"] as const).map((cap) => ({
            caps: { ...given.caps, [cap]: given.caps[cap] + 1 },
          })),
        ];
        const digests = [given, ...changes.map((change) => ({ ...given, ...change }))].map(digest);
        expect(new Set(digests).size).toBe(digests.length);
      }),
    );
  });

  test("differs exactly when diffRules shows a change, so that the publish dialog never shows an empty difference", () => {
    const shuffled = rule.chain((given) =>
      fc.shuffledSubarray(given.filter, { minLength: given.filter.length }).map((filter) => ({ ...given, filter })),
    );
    const pair = fc.oneof(
      fc.tuple(rule, rule),
      fc.tuple(rule, rule).map(([one, other]): [Rule, Rule] => [one, { ...one, mapping: other.mapping }]),
      fc.tuple(rule, rule).map(([one, other]): [Rule, Rule] => [one, { ...one, consent: other.consent }]),
      fc.tuple(rule, rule).map(([one, other]): [Rule, Rule] => [one, { ...one, filter: other.filter }]),
      shuffled.map((one): [Rule, Rule] => [
        one,
        { ...one, filter: [...one.filter].reverse(), lists: [...one.lists].reverse() },
      ]),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(diffRules(one, other).length === 0).toBe(digest(one) === digest(other));
      }),
      { numRuns: 500 },
    );
  });
});
