/** A marketing consent as Shopify states it. `state` and `optInLevel` are kept as text: a value we do not know is refused, not guessed. */
export interface StatedConsent {
  state: string | null;
  optInLevel: string | null;
  /** When the state was last set; null when Shopify has no proof of it. Epoch ms. */
  updatedAtMs: number | null;
}

export interface StatedEmail extends StatedConsent {
  address: string;
}

export interface StatedPhone extends StatedConsent {
  number: string;
}

/**
 * A customer as read by id, in our words. Source: Admin GraphQL `Customer`, the fields of `CustomersPage` in the connector's operations.
 * Lives in memory only, between the read and the call.
 */
export interface CustomerRecord {
  object: "customer";
  /** The numeric part of the gid, as text: ids pass 2^53. */
  id: string;
  createdAtMs: number;
  updatedAtMs: number;
  firstName: string | null;
  lastName: string | null;
  locale: string;
  tags: string[];
  accountState: string;
  verifiedEmail: boolean;
  numberOfOrders: number;
  /** Decimal text in the shop's currency, as Shopify gives it. */
  amountSpent: string;
  amountSpentCurrency: string;
  email: StatedEmail | null;
  phone: StatedPhone | null;
  countryCode: string | null;
  provinceCode: string | null;
}

/** Orders join in a later issue of the plan; the union is what keeps the rest honest about it. */
export type SourceRecord = CustomerRecord;
