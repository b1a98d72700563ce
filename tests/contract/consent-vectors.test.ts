import { describe, expect, test } from "vitest";
import { z } from "zod";
import { consentVerdict, isOptOut } from "@/lib/rules/consent";
import { evaluate } from "@/lib/rules/evaluate";
import type { Refusal } from "@/lib/rules/payload";
import { readShared, sharedDir } from "../support/shared";
import { contextFor, MARKETING, sampleCustomer, sampleRule } from "../unit/rules/samples";

const vectorsSchema = z.object({
  reads: z.array(
    z.object({
      email: z.object({ state: z.string(), optIn: z.string().nullish(), at: z.iso.datetime().nullish() }).nullable(),
      gate: z.string(),
    }),
  ),
});

type Level = "SINGLE_OPT_IN" | "CONFIRMED_OPT_IN";
const POLICIES: Level[][] = [["CONFIRMED_OPT_IN"], ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], ["SINGLE_OPT_IN"]];

/** What each line of the vectors means here: `null` passes. The vector's words choose the row; the policy decides where they say so. */
function expectedReason(
  gate: string,
  state: string | undefined,
  level: string | null,
  policy: Level[],
): Refusal | null {
  switch (gate) {
    case "send":
    case "send if the merchant's policy allows single opt-in":
      return policy.includes(level as Level) ? null : "opt_in_level_not_allowed";
    case "hold: finding":
      if (state !== "SUBSCRIBED") return "consent_unknown";
      return level === "UNKNOWN" ? "opt_in_level_unknown" : "no_consent_time";
    case "no":
      return state === "PENDING" ? "pending" : "not_subscribed";
    case "suppress at destination":
      return "unsubscribed";
    case "suppress":
      return "invalid";
    case "no address or field denied: never read as consent or as opt-out":
      return "no_address";
    default:
      throw new Error(`A vector with an answer that this test does not know: ${gate}`);
  }
}

describe.runIf(sharedDir)("consent vectors recorded from live answers", () => {
  const { reads } = sharedDir
    ? vectorsSchema.parse(JSON.parse(readShared("api/shopify/consent-vectors.json")))
    : { reads: [] };
  const nowMs = Date.parse("2026-05-01T00:00:00Z");

  test("all ten recorded reads are here, so that none is passed over in silence", () => expect(reads).toHaveLength(10));

  const cases = reads.flatMap((read) => POLICIES.map((policy) => ({ ...read, policy })));
  test.each(cases)("$email.state/$email.optIn at $email.at under $policy: $gate", ({ email, gate, policy }) => {
    const stated = email && {
      address: "ana@example.com",
      state: email.state,
      optInLevel: email.optIn ?? null,
      updatedAtMs: email.at ? Date.parse(email.at) : null,
    };
    const expected = expectedReason(gate, email?.state, stated?.optInLevel ?? null, policy);
    const verdict = consentVerdict(stated, { optInLevels: policy }, nowMs);
    expect(verdict).toEqual(expected === null ? { pass: true } : { pass: false, reason: expected });

    const rule = sampleRule({ consent: { optInLevels: policy, onWithdrawal: "unlist_and_block" } });
    const evaluation = evaluate(sampleCustomer({ email: stated }), contextFor(rule, { nowMs }));
    if (expected === null) {
      expect(evaluation).toMatchObject({ kind: "deliver", payload: { listIds: [MARKETING.id] } });
      return;
    }
    expect(evaluation).toMatchObject({
      kind: "refuse",
      reason: expected,
      withdrawal: { unlinkListIds: [MARKETING.id] },
    });
    const blocks = evaluation.kind === "refuse" && evaluation.withdrawal.emailBlacklisted === true;
    expect(blocks).toBe(gate.startsWith("suppress"));
    expect(isOptOut(expected)).toBe(gate.startsWith("suppress"));
  });
});
