import { describe, expect, test } from "vitest";
import { evaluate } from "@/lib/rules/evaluate";
import type { Refusal } from "@/lib/rules/payload";
import type { Condition } from "@/lib/rules/schema";
import { contextFor, MARKETING, NOTICES, sampleCustomer, sampleRule, subscribed } from "./samples";

const NOBODY: Condition = { op: "is_not_set", field: "id" };
const optedOut = sampleCustomer({ email: subscribed({ state: "UNSUBSCRIBED" }) });
const neverAsked = sampleCustomer({ email: subscribed({ state: "NOT_SUBSCRIBED", updatedAtMs: null }) });
const MIXED = sampleRule({ lists: [MARKETING, NOTICES] });
const NOTICES_ONLY = sampleRule({ lists: [NOTICES] });
const OFF = { attributes: {}, listIds: [], unlinkListIds: [MARKETING.id] };

test("a provable consent is delivered: address normalised, attributes mapped, on the list, off none", () => {
  expect(evaluate(sampleCustomer(), contextFor())).toEqual({
    kind: "deliver",
    address: "ana.souza@example.com",
    payload: {
      attributes: { FIRSTNAME: "Ana", LASTNAME: "Souza", SMS: "+5511961234567" },
      listIds: [MARKETING.id],
      unlinkListIds: [],
    },
    omissions: [],
  });
});

describe("who is refused is taken off the lists, and blocklisted only after an opt-out", () => {
  test("an opt-out blocklists by default", () => {
    expect(evaluate(optedOut, contextFor())).toEqual({
      kind: "refuse",
      reason: "unsubscribed",
      address: "ana@example.com",
      withdrawal: { ...OFF, emailBlacklisted: true },
    });
  });

  test("an opt-out only unlists where the rule says so", () => {
    const rule = sampleRule({ consent: { optInLevels: ["CONFIRMED_OPT_IN"], onWithdrawal: "unlist" } });
    expect(evaluate(optedOut, contextFor(rule))).toMatchObject({ reason: "unsubscribed", withdrawal: OFF });
    expect(evaluate(optedOut, contextFor(rule))).not.toHaveProperty("withdrawal.emailBlacklisted");
  });

  test.each([
    ["no address", sampleCustomer({ email: null }), "no_address", null],
    ["an address that is none", sampleCustomer({ email: subscribed({ address: "ana" }) }), "invalid_address", null],
    ["never asked", neverAsked, "not_subscribed", "ana@example.com"],
    [
      "no level",
      sampleCustomer({ email: subscribed({ optInLevel: null }) }),
      "opt_in_level_unknown",
      "ana@example.com",
    ],
    ["pending", sampleCustomer({ email: subscribed({ state: "PENDING" }) }), "pending", "ana@example.com"],
  ])("%s only unlists", (_, record, reason, address) => {
    expect(evaluate(record, contextFor())).toEqual({ kind: "refuse", reason, address, withdrawal: OFF });
  });
});

describe("an opt-out wins", () => {
  test("over the filter, which would only unlist", () => {
    const rule = sampleRule({ filter: [NOBODY] });
    expect(evaluate(optedOut, contextFor(rule))).toMatchObject({ kind: "refuse", reason: "unsubscribed" });
    expect(evaluate(sampleCustomer(), contextFor(rule))).toEqual({
      kind: "filter",
      address: "ana.souza@example.com",
      unlist: OFF,
    });
  });

  test("over an address that no longer reads, so that it is blocklisted by Brevo's id", () => {
    const record = sampleCustomer({ email: subscribed({ state: "UNSUBSCRIBED", address: "not an address" }) });
    expect(evaluate(record, contextFor())).toMatchObject({
      reason: "unsubscribed",
      address: null,
      withdrawal: { emailBlacklisted: true },
    });
  });

  test("over the filter in a mixed rule too", () => {
    const rule = { ...MIXED, filter: [NOBODY] };
    expect(evaluate(optedOut, contextFor(rule))).toMatchObject({ kind: "refuse", reason: "unsubscribed" });
    expect(evaluate(neverAsked, contextFor(rule))).toMatchObject({ kind: "filter" });
  });
});

describe("a rule that mixes marketing and other lists", () => {
  test("sends a consenting person to all", () => {
    const expected = { payload: { listIds: [7, 9], unlinkListIds: [] } };
    expect(evaluate(sampleCustomer(), contextFor(MIXED))).toMatchObject(expected);
  });
  test("sends a person without consent to the other lists only, and off the marketing ones", () => {
    const evaluation = evaluate(neverAsked, contextFor(MIXED));
    expect(evaluation).toMatchObject({ kind: "deliver", payload: { listIds: [9], unlinkListIds: [7] } });
    expect(evaluation).not.toHaveProperty("payload.emailBlacklisted");
  });
  test("blocklists an opt-out while it goes on with the notices", () => {
    const expected = { payload: { listIds: [9], unlinkListIds: [7], emailBlacklisted: true } };
    expect(evaluate(optedOut, contextFor(MIXED))).toMatchObject(expected);
  });
  test("writes nothing for an erased person", () => {
    const erased = sampleCustomer({ email: subscribed({ state: "REDACTED" }) });
    expect(evaluate(erased, contextFor(MIXED))).toMatchObject({ kind: "refuse", reason: "redacted" });
  });
});

describe("a rule without marketing lists", () => {
  test.each([
    ["an opt-out", optedOut],
    ["one never asked", neverAsked],
  ])("skips the gate for %s and blocklists nobody", (_, record) => {
    const evaluation = evaluate(record, contextFor(NOTICES_ONLY));
    expect(evaluation).toMatchObject({ kind: "deliver", payload: { listIds: [9], unlinkListIds: [] } });
    expect(evaluation).not.toHaveProperty("payload.emailBlacklisted");
  });
  test("still needs an address", () => {
    expect(evaluate(sampleCustomer({ email: null }), contextFor(NOTICES_ONLY))).toMatchObject({ reason: "no_address" });
    const unreadable = sampleCustomer({ email: subscribed({ state: "UNSUBSCRIBED", address: "x" }) });
    expect(evaluate(unreadable, contextFor(NOTICES_ONLY))).toMatchObject({ reason: "invalid_address" });
  });
  test("writes nothing for an erased person", () => {
    const erased = sampleCustomer({ email: subscribed({ state: "REDACTED" }) });
    expect(evaluate(erased, contextFor(NOTICES_ONLY))).toMatchObject({ kind: "refuse", reason: "redacted" });
  });
});

describe("a reason from outside the record", () => {
  const barred = (reason: Refusal, record = sampleCustomer(), rule = sampleRule()) =>
    evaluate(record, contextFor(rule, { barred: reason }));
  test("keeps a consenting person off marketing lists", () => {
    expect(barred("suppressed")).toMatchObject({ kind: "refuse", reason: "suppressed", withdrawal: OFF });
    expect(barred("suppressed", sampleCustomer(), MIXED)).toMatchObject({
      payload: { listIds: [9], unlinkListIds: [7] },
    });
  });
  test("does not keep them off lists that are not marketing", () => {
    expect(barred("suppressed", sampleCustomer(), NOTICES_ONLY)).toMatchObject({ kind: "deliver" });
  });
  test("an erasure beats an opt-out, on either side", () => {
    const erased = sampleCustomer({ email: subscribed({ state: "REDACTED" }) });
    expect(barred("unsubscribed", erased, MIXED)).toMatchObject({ kind: "refuse", reason: "redacted" });
    expect(barred("redacted", optedOut, MIXED)).toMatchObject({ kind: "refuse", reason: "redacted" });
  });
  test("the opt-out of another customer with the address beats what is merely unproved here", () => {
    expect(barred("unsubscribed", neverAsked)).toMatchObject({ reason: "unsubscribed" });
    expect(barred("suppressed", neverAsked)).toMatchObject({ reason: "not_subscribed" });
    expect(barred("suppressed", optedOut)).toMatchObject({ reason: "unsubscribed" });
  });
});
