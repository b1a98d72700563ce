/** The plans of the demo account; each has its row of the published limits, see rate.ts. */
export const PLANS = ["free", "starter", "professional", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export type KeyState = "valid" | "revoked" | "expired";

/**
 * Answers on which Brevo's own sources disagree or are silent (contradictions.json), so that a test can demand both.
 * The defaults are what was last reported from a live account.
 */
export interface Semantics {
  /** `code` of a duplicate identifier: the definition says the first, reports of 2026-05 the second. */
  duplicateCode: "duplicate_parameter" | "invalid_parameter";
  undefinedAttribute: "drop" | "error";
  wrongType: "drop" | "error";
  unknownList: 400 | 404;
  /** `getId` on an update: the definition promises an id "after merge" only, so a plain update answers 204 by default. */
  getIdOnUpdate: 204 | 201;
}

export interface Settings {
  plan: Plan;
  limits: boolean;
  keys: Readonly<Record<string, KeyState>>;
  refusedIp: string | null;
  semantics: Semantics;
}

const DEFAULT_SEMANTICS: Semantics = {
  duplicateCode: "invalid_parameter",
  undefinedAttribute: "drop",
  wrongType: "drop",
  unknownList: 400,
  getIdOnUpdate: 204,
};

/** The settings of a new account. @param apiKeys the keys it accepts @param limits false switches the rate limits off, for benchmarks */
export function defaultSettings(apiKeys: readonly string[], plan: Plan, limits: boolean): Settings {
  return {
    plan,
    limits,
    keys: Object.fromEntries(apiKeys.map((key) => [key, "valid" as const])),
    refusedIp: null,
    semantics: DEFAULT_SEMANTICS,
  };
}
