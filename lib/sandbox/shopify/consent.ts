import { z } from "zod";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";

/** A consent write as a shop's admin or another app would make it. `at` defaults to now. */
export const consentWriteSchema = z.strictObject({
  state: z.enum(["SUBSCRIBED", "UNSUBSCRIBED", "PENDING", "NOT_SUBSCRIBED", "REDACTED", "INVALID"]),
  optInLevel: z.enum(["CONFIRMED_OPT_IN", "SINGLE_OPT_IN", "UNKNOWN"]).nullish(),
  at: z.string().optional(),
});

export type ConsentWrite = z.infer<typeof consentWriteSchema>;

/** `top-level` is an error of the whole call, `user-error` one that the mutation returns; neither stores anything, and nor does `ignored`. */
export type ConsentOutcome =
  | { kind: "stored"; customer: ShopCustomer }
  | { kind: "ignored" }
  | { kind: "user-error"; message: string }
  | { kind: "top-level"; message: string };

/** Rules read from recorded live answers: which writes Shopify takes, which it refuses, and which it silently drops. */
export function writeEmailConsent(customer: ShopCustomer, write: ConsentWrite, nowSecond: string): ConsentOutcome {
  const refused = refuse(write, nowSecond);
  if (refused) return refused;
  if (!customer.email) return { kind: "ignored" };
  const email = {
    ...customer.email,
    marketingState: write.state,
    marketingOptInLevel: write.optInLevel ?? customer.email.marketingOptInLevel,
    marketingUpdatedAt: write.at ?? nowSecond,
  };
  return { kind: "stored", customer: { ...customer, email } };
}

/** As for e-mail, except that a customer without a phone is a user error. */
export function writeSmsConsent(customer: ShopCustomer, write: ConsentWrite, nowSecond: string): ConsentOutcome {
  const refused = refuse(write, nowSecond);
  if (refused) return refused;
  if (!customer.phone)
    return {
      kind: "user-error",
      message: "A phone number is required to set the SMS consent state.",
    };
  const phone: ShopCustomer["phone"] = {
    ...customer.phone,
    marketingState: write.state,
    marketingOptInLevel: write.optInLevel ?? customer.phone.marketingOptInLevel,
    marketingUpdatedAt: write.at ?? nowSecond,
    marketingCollectedFrom: "OTHER",
  };
  return { kind: "stored", customer: { ...customer, phone } };
}

function refuse(write: ConsentWrite, nowSecond: string): ConsentOutcome | undefined {
  switch (write.state) {
    case "NOT_SUBSCRIBED":
    case "REDACTED":
    case "INVALID":
      return {
        kind: "top-level",
        message: `Cannot specify ${write.state} as a marketing state input`,
      };
    case "SUBSCRIBED":
      if (!write.optInLevel)
        return {
          kind: "user-error",
          message: "Marketing opt in level can't be blank",
        };
      break;
    case "PENDING":
      if (write.optInLevel !== "CONFIRMED_OPT_IN") {
        return {
          kind: "user-error",
          message: "Marketing opt in level must be confirmed opt-in for pending consent state",
        };
      }
      break;
    case "UNSUBSCRIBED":
      break;
    default:
      throw new Error(`Unknown state ${write.state satisfies never}`);
  }
  return refuseTime(write.at, nowSecond);
}

function refuseTime(at: string | undefined, nowSecond: string): ConsentOutcome | undefined {
  if (at === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(at)) return { kind: "top-level", message: "Invalid DateTime" };
  return at > nowSecond
    ? {
        kind: "user-error",
        message: "Consent updated at must not be in the future",
      }
    : undefined;
}
