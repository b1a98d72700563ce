import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";

/** States and levels of consent as Shopify names them. */
export const CONSENT_STATES = [
  "SUBSCRIBED",
  "NOT_SUBSCRIBED",
  "UNSUBSCRIBED",
  "PENDING",
  "INVALID",
  "REDACTED",
] as const;
export const CONSENT_LEVELS = ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN", "UNKNOWN"] as const;

/** A customer of the stand-in shop, as its page shows it. All of them are made up, or the viewer's own import. */
export interface CustomerView {
  id: string;
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  phone: string | null;
  consentState: string | null;
  consentLevel: string | null;
  /** UTC, whole seconds. */
  consentAt: string | null;
  updatedAt: string;
}

/** What is true in the shop, whatever its API says. */
export interface ShopTruth {
  customers: number;
  withAddress: number;
  /** Agreed, in a way and at a time that the shop knows. */
  provable: number;
  /** Said to have agreed, but how or when is not known. */
  unproved: number;
  deleted: number;
}

export function viewCustomer({ id, firstName, lastName, email, phone, updatedAt }: ShopCustomer): CustomerView {
  return {
    id,
    firstName,
    lastName,
    address: email?.address ?? null,
    phone: phone?.number ?? null,
    consentState: email?.marketingState ?? null,
    consentLevel: email?.marketingOptInLevel ?? null,
    consentAt: email?.marketingUpdatedAt ?? null,
    updatedAt,
  };
}
