import type { StatedConsent } from "./customer";
import type { Refusal } from "./payload";
import type { Rule } from "./schema";

export type ConsentVerdict = { pass: true } | { pass: false; reason: Refusal };

type ConsentPolicy = Pick<Rule["consent"], "optInLevels">;

const refuse = (reason: Refusal): ConsentVerdict => ({ pass: false, reason });

/**
 * The consent gate for marketing lists: passes only a consent that can be proved. Every other case is refused with its reason, so a value that Shopify
 * adds one day is refused too. Source: `CustomerEmailMarketingState` of Admin GraphQL 2026-07.
 * @param email what Shopify states; null when the customer has no address or the field was denied, which is neither consent nor opt-out
 * @param nowMs epoch ms, the database's clock. A consent younger than it (clocks differ) is refused now and met again by the next walk's overlap.
 */
export function consentVerdict(email: StatedConsent | null, policy: ConsentPolicy, nowMs: number): ConsentVerdict {
  if (email === null) return refuse("no_address");
  switch (email.state) {
    case "SUBSCRIBED":
      return proofVerdict(email, policy, nowMs);
    case "NOT_SUBSCRIBED":
      return refuse("not_subscribed");
    case "PENDING":
      return refuse("pending");
    case "UNSUBSCRIBED":
      return refuse("unsubscribed");
    case "INVALID":
      return refuse("invalid");
    case "REDACTED":
      return refuse("redacted");
    default:
      return refuse("consent_unknown");
  }
}

function proofVerdict(email: StatedConsent, policy: ConsentPolicy, nowMs: number): ConsentVerdict {
  const time = timeVerdict(email.updatedAtMs, nowMs);
  if (!time.pass) return time;
  if (email.optInLevel !== "SINGLE_OPT_IN" && email.optInLevel !== "CONFIRMED_OPT_IN")
    return refuse("opt_in_level_unknown");
  return policy.optInLevels.includes(email.optInLevel) ? { pass: true } : refuse("opt_in_level_not_allowed");
}

/** Comparisons are written so that NaN refuses. A time at or before 1970 is a default value, not a proof. */
function timeVerdict(updatedAtMs: number | null, nowMs: number): ConsentVerdict {
  if (updatedAtMs === null || !(updatedAtMs > 0)) return refuse("no_consent_time");
  return updatedAtMs <= nowMs ? { pass: true } : refuse("consent_in_future");
}

/** Reasons that say the person (or their mailbox) is not to be mailed, as opposed to a consent that is missing or unproved. Only these may blocklist. */
const OPT_OUTS: ReadonlySet<Refusal> = new Set<Refusal>(["unsubscribed", "invalid", "redacted"]);

/**
 * Whether a refusal is an opt-out that may be carried to Brevo as a blocklisting. Blocklisting cannot be undone by us, so everything short of an
 * explicit opt-out (no address, pending, never asked, level not allowed…) only takes the person off the lists. `suppressed` and `blocklisted` stand in
 * Brevo or in our suppressions already.
 */
export function isOptOut(reason: Refusal): boolean {
  return OPT_OUTS.has(reason);
}

/** States of Shopify's that are an opt-out, whatever the rule's policy. */
export const OPTED_OUT_STATES: readonly string[] = ["UNSUBSCRIBED", "INVALID", "REDACTED"];

/** Whether a phone's own consent allows `SMS`: SUBSCRIBED, with a time that is not in the future. The e-mail's consent has no say in it. */
export function phoneConsentStands(phone: StatedConsent, nowMs: number): boolean {
  return phone.state === "SUBSCRIBED" && timeVerdict(phone.updatedAtMs, nowMs).pass;
}

/** Whether the person took the phone's consent back. Source: `CustomerSmsMarketingState` of Admin GraphQL 2026-07. */
export function phoneOptedOut(phone: StatedConsent): boolean {
  return phone.state === "UNSUBSCRIBED" || phone.state === "REDACTED";
}
