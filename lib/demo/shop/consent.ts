import type { Choices } from "@/lib/demo/shop/random";

/** Consent to e-mail marketing as Shopify stores it, with how long ago it was given as a share of the time since sign-up. */
export interface DemoConsent {
  marketingState: string;
  marketingOptInLevel: string | null;
  hasTime: boolean;
}

const consent = (marketingState: string, marketingOptInLevel: string | null, hasTime: boolean): DemoConsent => ({
  marketingState,
  marketingOptInLevel,
  hasTime,
});

/** What shoppers with an address have said, and in what share of them. The first two can be proved; no later one may be read as consent. */
const SHARES: readonly (readonly [share: number, consent: DemoConsent])[] = [
  [0.26, consent("SUBSCRIBED", "CONFIRMED_OPT_IN", true)],
  [0.37, consent("SUBSCRIBED", "SINGLE_OPT_IN", true)],
  [0.17, consent("NOT_SUBSCRIBED", "SINGLE_OPT_IN", false)],
  [0.09, consent("UNSUBSCRIBED", "SINGLE_OPT_IN", true)],
  [0.04, consent("PENDING", "CONFIRMED_OPT_IN", true)],
  [0.03, consent("SUBSCRIBED", "UNKNOWN", true)],
  [0.02, consent("SUBSCRIBED", null, false)],
  [0.01, consent("INVALID", null, false)],
  // A state that the published schema does not have: a reader must hold it, never guess.
  [0.01, consent("REDACTED", null, false)],
];

export function chooseConsent(choices: Choices): DemoConsent {
  let left = choices.fraction();
  for (const [share, chosen] of SHARES) {
    left -= share;
    if (left < 0) return chosen;
  }
  return consent("NOT_SUBSCRIBED", null, false);
}
