import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CustomerRecord } from "@/lib/rules/customer";
import { evaluate } from "@/lib/rules/evaluate";
import type { ContactPayload, Evaluation, Refusal } from "@/lib/rules/payload";
import { REFUSALS } from "@/lib/rules/payload";
import { type Rule, ruleSchema } from "@/lib/rules/schema";
import { NOW_MS } from "../../unit/rules/samples";
import { customer, rule } from "./arbitraries";

const RUNS = { numRuns: 1_000 };
const barred = fc.option(fc.constantFrom(...REFUSALS), { freq: 3 });
const contextOf = (given: Rule, reason: Refusal | null = null) => ({
  rule: given,
  timeZone: "America/Sao_Paulo",
  nowMs: NOW_MS,
  barred: reason,
});

/** The spec's sentence, written again without the code under test. */
function provable(record: CustomerRecord, given: Rule): boolean {
  const email = record.email;
  if (email?.state !== "SUBSCRIBED" || email.updatedAtMs === null) return false;
  if (!(email.updatedAtMs > 0 && email.updatedAtMs <= NOW_MS)) return false;
  return given.consent.optInLevels.some((level) => level === email.optInLevel);
}

function payloadOf(evaluation: Evaluation): ContactPayload {
  switch (evaluation.kind) {
    case "deliver":
      return evaluation.payload;
    case "refuse":
      return evaluation.withdrawal;
    case "filter":
      return evaluation.unlist;
  }
}

const marketingOf = (given: Rule) => given.lists.filter((list) => list.marketing).map((list) => list.id);

describe("the gate, over arbitrary states, levels, times, addresses, rules and outside reasons", () => {
  test("control: the rules are valid, and every kind of answer and both sides of the gate are met", () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(customer, rule, (record, given) => {
        expect(ruleSchema.safeParse(given).error).toBeUndefined();
        met.add(evaluate(record, contextOf(given)).kind).add(String(provable(record, given)));
      }),
      RUNS,
    );
    expect([...met].sort()).toEqual(["deliver", "false", "filter", "refuse", "true"]);
  });

  test("nobody without provable consent, or barred, gets a payload with a marketing list", () => {
    fc.assert(
      fc.property(customer, rule, barred, (record, given, reason) => {
        const marketing = marketingOf(given);
        const { listIds } = payloadOf(evaluate(record, contextOf(given, reason)));
        if (!provable(record, given) || reason !== null)
          expect(listIds.filter((id) => marketing.includes(id))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("everybody with provable consent, a plausible address and a passed filter is on every list: the gate is not simply shut", () => {
    fc.assert(
      fc.property(customer, rule, (record, given) => {
        const evaluation = evaluate(record, contextOf({ ...given, filter: [] }));
        if (!provable(record, given) || evaluation.address === null) return;
        expect(payloadOf(evaluation)).toMatchObject({ listIds: given.lists.map((list) => list.id), unlinkListIds: [] });
      }),
      RUNS,
    );
  });

  test("a blocklisting comes only after an opt-out, only by the rule's setting, and never where no list is marketing save for the erased", () => {
    fc.assert(
      fc.property(customer, rule, (record, given) => {
        if (payloadOf(evaluate(record, contextOf(given))).emailBlacklisted === undefined) return;
        expect(["UNSUBSCRIBED", "INVALID", "REDACTED"]).toContain(record.email?.state);
        expect(given.consent.onWithdrawal).toBe("unlist_and_block");
        expect(marketingOf(given).length > 0 || record.email?.state === "REDACTED").toBe(true);
      }),
      RUNS,
    );
  });

  test("an opt-out is blocklisted whatever the filter, the address and the mapping say", () => {
    fc.assert(
      fc.property(customer, rule, fc.constantFrom("UNSUBSCRIBED", "INVALID", "REDACTED"), (record, given, state) => {
        fc.pre(record.email !== null && marketingOf(given).length > 0);
        const optedOut = { ...record, email: record.email && { ...record.email, state } };
        const payload = payloadOf(evaluate(optedOut, contextOf(given)));
        expect(payload.unlinkListIds).toEqual(expect.arrayContaining(marketingOf(given)));
        const blocks = given.consent.onWithdrawal === "unlist_and_block";
        const readable = evaluate(optedOut, contextOf(given)).address !== null;
        if (readable || given.lists.every((list) => list.marketing))
          expect(payload.emailBlacklisted === true).toBe(blocks);
      }),
      RUNS,
    );
  });

  test("no payload carries EMAIL, a false flag, SMS without the phone's consent, or a list both ways", () => {
    fc.assert(
      fc.property(customer, rule, barred, (record, given, reason) => {
        const payload = payloadOf(evaluate(record, contextOf(given, reason)));
        expect(Object.keys(payload.attributes)).not.toContain("EMAIL");
        expect(Object.keys(payload)).not.toContain("smsBlacklisted");
        expect([undefined, true]).toContain(payload.emailBlacklisted);
        expect(payload.listIds.filter((id) => payload.unlinkListIds.includes(id))).toEqual([]);
        const consented = record.phone?.state === "SUBSCRIBED" && record.phone.updatedAtMs !== null;
        if (!consented) expect([undefined, ""]).toContain(payload.attributes.SMS);
        expect(payload.attributes.WHATSAPP).toBeUndefined();
      }),
      RUNS,
    );
  });

  test("nothing but a withdrawal is ever sent for an erased person, whatever the lists and other reasons", () => {
    const erasure = fc.constantFrom<["record" | "outside", Refusal | null]>(
      ["outside", "redacted"],
      ...[null, ...REFUSALS].map((reason): ["record", Refusal | null] => ["record", reason]),
    );
    fc.assert(
      fc.property(customer, rule, erasure, (record, given, [where, reason]) => {
        const email = record.email && { ...record.email, state: where === "record" ? "REDACTED" : record.email.state };
        const evaluation = evaluate({ ...record, email }, contextOf(given, reason));
        expect(evaluation.kind).toBe("refuse");
      }),
      RUNS,
    );
  });

  test("who is refused or filtered is taken off every list, and nothing else about them is written", () => {
    fc.assert(
      fc.property(customer, rule, barred, (record, given, reason) => {
        const evaluation = evaluate(record, contextOf(given, reason));
        if (evaluation.kind === "deliver") return;
        const ids = given.lists.map((list) => list.id);
        expect(payloadOf(evaluation)).toMatchObject({ attributes: {}, listIds: [], unlinkListIds: ids });
      }),
      RUNS,
    );
  });

  test("equal input, equal answer, and the input is left as it was", () => {
    fc.assert(
      fc.property(customer, rule, barred, (record, given, reason) => {
        const before = structuredClone({ record, given });
        const first = evaluate(record, contextOf(given, reason));
        expect(evaluate(structuredClone(record), contextOf(structuredClone(given), reason))).toEqual(first);
        expect({ record, given }).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });
});
