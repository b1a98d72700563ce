import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";

/** Whether the shop itself can prove that this customer agreed to e-mail marketing: a yes, how it was given, and when. */
export function hasProvableConsent({ email }: ShopCustomer): boolean {
  return (
    email?.marketingState === "SUBSCRIBED" &&
    (email.marketingOptInLevel === "SINGLE_OPT_IN" || email.marketingOptInLevel === "CONFIRMED_OPT_IN") &&
    email.marketingUpdatedAt !== null
  );
}
