import { describe, expect, test } from "vitest";
import { consentVerdict, isOptOut, phoneConsentStands, phoneOptedOut } from "@/lib/rules/consent";
import { REFUSALS } from "@/lib/rules/payload";
import { NOW_MS, subscribed } from "./samples";

const BOTH = { optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"] as ("SINGLE_OPT_IN" | "CONFIRMED_OPT_IN")[] };

describe("each guard of the gate refuses by itself (everything else about the consent is in order)", () => {
  test("control: with everything in order it passes", () => {
    expect(consentVerdict(subscribed(), BOTH, NOW_MS)).toEqual({ pass: true });
  });

  test.each([
    ["NOT_SUBSCRIBED", "not_subscribed"],
    ["PENDING", "pending"],
    ["UNSUBSCRIBED", "unsubscribed"],
    ["INVALID", "invalid"],
    ["REDACTED", "redacted"],
    [null, "consent_unknown"],
    ["subscribed", "consent_unknown"],
    ["SUBSCRIBED ", "consent_unknown"],
    ["", "consent_unknown"],
    ["SUBSCRIBED_BY_IMPORT", "consent_unknown"],
  ])("state %j never passes: %s", (state, reason) => {
    expect(consentVerdict(subscribed({ state }), BOTH, NOW_MS)).toEqual({ pass: false, reason });
  });

  test.each([
    [null, "no_consent_time"],
    [Number.NaN, "no_consent_time"],
    [0, "no_consent_time"],
    [-62_135_596_800_000, "no_consent_time"],
    [NOW_MS + 1, "consent_in_future"],
    [Number.POSITIVE_INFINITY, "consent_in_future"],
  ])("a time of %j is no proof: %s", (updatedAtMs, reason) => {
    expect(consentVerdict(subscribed({ updatedAtMs }), BOTH, NOW_MS)).toEqual({ pass: false, reason });
  });

  test("a consent of this very millisecond is not in the future", () => {
    expect(consentVerdict(subscribed({ updatedAtMs: NOW_MS }), BOTH, NOW_MS)).toEqual({ pass: true });
  });

  test("a clock that cannot be read refuses", () => {
    expect(consentVerdict(subscribed(), BOTH, Number.NaN)).toEqual({ pass: false, reason: "consent_in_future" });
  });

  test.each([null, "UNKNOWN", "single_opt_in", "", "DOUBLE"])(
    "level %j is refused even by the widest policy",
    (optInLevel) => {
      expect(consentVerdict(subscribed({ optInLevel }), BOTH, NOW_MS)).toEqual({
        pass: false,
        reason: "opt_in_level_unknown",
      });
    },
  );

  test.each([
    ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"],
    ["CONFIRMED_OPT_IN", "SINGLE_OPT_IN"],
  ] as const)("level %s is refused by a policy that allows only %s", (optInLevel, allowed) => {
    const verdict = consentVerdict(subscribed({ optInLevel }), { optInLevels: [allowed] }, NOW_MS);
    expect(verdict).toEqual({ pass: false, reason: "opt_in_level_not_allowed" });
  });

  test("a customer never asked, who carries SINGLE_OPT_IN without a time, is refused for the state", () => {
    const never = subscribed({ state: "NOT_SUBSCRIBED", optInLevel: "SINGLE_OPT_IN", updatedAtMs: null });
    expect(consentVerdict(never, BOTH, NOW_MS)).toEqual({ pass: false, reason: "not_subscribed" });
  });
});

test("only an explicit opt-out may blocklist, because nothing of ours can undo it", () => {
  expect(REFUSALS.filter(isOptOut)).toEqual(["unsubscribed", "invalid", "redacted"]);
});

describe("a phone's own consent", () => {
  const phone = { state: "SUBSCRIBED", optInLevel: null, updatedAtMs: NOW_MS };
  test("stands when subscribed with a time, whatever the level", () =>
    expect(phoneConsentStands(phone, NOW_MS)).toBe(true));
  test.each([
    { ...phone, state: "PENDING" },
    { ...phone, state: null },
    { ...phone, updatedAtMs: null },
    { ...phone, updatedAtMs: NOW_MS + 1 },
  ])("does not stand with $state at $updatedAtMs", (stated) => expect(phoneConsentStands(stated, NOW_MS)).toBe(false));
  test.each([
    ["UNSUBSCRIBED", true],
    ["REDACTED", true],
    ["NOT_SUBSCRIBED", false],
    ["PENDING", false],
    ["SUBSCRIBED", false],
    [null, false],
  ])("state %j taken back: %j", (state, expected) => expect(phoneOptedOut({ ...phone, state })).toBe(expected));
});
