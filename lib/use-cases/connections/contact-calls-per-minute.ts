import { ratesOf } from "@/lib/connectors/brevo/rates";

/** 80 % of what Brevo documents for the plan, as the runner's limiter takes it. */
const SHARE = 0.8;

/** Contact calls that an account's plan leaves us in a minute. */
export const contactCallsPerMinute = (tier: Parameters<typeof ratesOf>[0]): number =>
  Math.floor(ratesOf(tier).contactsPerSecond * 60 * SHARE);
