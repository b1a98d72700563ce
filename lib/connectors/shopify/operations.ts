/*
 * Everything that is ever asked of Shopify: reading only. Source: Admin GraphQL 2026-07, checked against the vendor's schema by the contract tests.
 * Each operation also names the shop and the granted scopes, so that every answer proves whose it is (R1) and that it was allowed to see it (R2).
 */

/** The version that all operations were checked against. A retired one is silently replaced by the oldest open one. */
export const SHOPIFY_API_VERSION = "2026-07";

/** What the customer operations need. `write_customers` includes reading; no other scope is asked for. */
export const NEEDED_SCOPES = ["read_customers"] as const;

const ENVELOPE = "shop { id } currentAppInstallation { accessScopes { handle } }";

export const PROBE = `query Probe {
  shop { id name myshopifyDomain currencyCode ianaTimezone plan { publicDisplayName partnerDevelopment shopifyPlus } }
  currentAppInstallation { id accessScopes { handle } }
  publicApiVersions { handle supported }
}`;

const LIST_ROW = "nodes { id updatedAt defaultEmailAddress { marketingState } } pageInfo { hasNextPage endCursor }";

/** The walk: newest first. `$query` stays empty until a walk outgrows what one list may page through. */
export const CUSTOMERS_PAGE = `query CustomersPage($first: Int!, $after: String, $query: String) {
  ${ENVELOPE}
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { ${LIST_ROW} }
}`;

/** The walk of a first run or a backfill: ids ascending, above the one that `$query` names. */
export const CUSTOMERS_PAGE_BY_ID = `query CustomersPageById($first: Int!, $after: String, $query: String!) {
  ${ENVELOPE}
  customers(first: $first, after: $after, query: $query, sortKey: ID, reverse: false) { ${LIST_ROW} }
}`;

/** Records by id. Each further field would need another scope, and a denied one nulls its parent. */
export const CUSTOMERS_BY_IDS = `query CustomersByIds($ids: [ID!]!) {
  ${ENVELOPE}
  nodes(ids: $ids) {
    __typename
    ... on Customer {
      id legacyResourceId createdAt updatedAt firstName lastName locale tags state verifiedEmail numberOfOrders
      amountSpent { amount currencyCode }
      defaultEmailAddress { emailAddress marketingState marketingOptInLevel marketingUpdatedAt validFormat }
      defaultPhoneNumber { phoneNumber marketingState marketingOptInLevel marketingUpdatedAt marketingCollectedFrom }
      defaultAddress { countryCodeV2 provinceCode }
    }
  }
}`;

/** `limit: null` counts all; the default stops at 10,000. */
export const CUSTOMERS_COUNT = `query CustomersCount($query: String) {
  ${ENVELOPE}
  customersCount(query: $query, limit: null) { count precision }
}`;
