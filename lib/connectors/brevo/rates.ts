import type { BrevoAccountAnswer } from "@/lib/connectors/brevo/answers";

export const RATE_TIERS = ["general", "advanced", "extended"] as const;
export type RateTier = (typeof RATE_TIERS)[number];

/** Requests that an account may make. Source: developers.brevo.com/docs/api-limits with the rows of 2026-02-10; batch paths are in no row of their own. */
export interface BrevoRates {
  /** `/contacts/**`, so contacts, lists and attributes. */
  contactsPerSecond: number;
  /** `POST /orders/status`. */
  ordersPerSecond: number;
  /** Everything else, the account included. */
  othersPerHour: number;
}

const RATES: Readonly<Record<RateTier, BrevoRates>> = {
  general: { contactsPerSecond: 10, ordersPerSecond: 5, othersPerHour: 100 },
  advanced: { contactsPerSecond: 20, ordersPerSecond: 5, othersPerHour: 200 },
  extended: { contactsPerSecond: 60, ordersPerSecond: 5, othersPerHour: 600 },
};

export const ratesOf = (tier: RateTier): BrevoRates => RATES[tier];

/**
 * The tier that an account has by its plan. Professional and Enterprise get the advanced rates; the extended ones are an addition that the account does
 * not show, so they are never assumed: too fast fails, too slow only takes longer.
 */
export function tierOf(account: Pick<BrevoAccountAnswer, "enterprise" | "planVerticals">): RateTier {
  if (account.enterprise) return "advanced";
  const names = account.planVerticals
    .filter(({ planCategory, status }) => planCategory === "Marketing" && status === "active")
    .map(({ name }) => name.toLowerCase());
  return names.some((name) => /\b(professional|enterprise)\b/.test(name)) ? "advanced" : "general";
}
