/*
 * Everything that is ever asked of Shopify: reading only. Source: Admin GraphQL 2026-07, checked against the vendor's schema by the contract tests.
 * Each operation also names the shop and the granted scopes, so that every answer proves whose it is (R1) and that it was allowed to see it (R2).
 */

/** The version that all operations were checked against. A retired one is silently replaced by the oldest open one. */
export const SHOPIFY_API_VERSION = "2026-07";

const ENVELOPE = "shop { id } currentAppInstallation { accessScopes { handle } }";

export const PROBE = `query Probe {
  shop { id name myshopifyDomain currencyCode ianaTimezone plan { publicDisplayName partnerDevelopment shopifyPlus } }
  currentAppInstallation { id accessScopes { handle } }
  publicApiVersions { handle supported }
}`;

const PAGE_INFO = "pageInfo { hasNextPage endCursor }";
const LIST_ROW = `nodes { id updatedAt defaultEmailAddress { marketingState } } ${PAGE_INFO}`;
const ORDER_ROW = `nodes { id updatedAt } ${PAGE_INFO}`;

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

/** R6: a span of time through the lagging index. A name of its own, so that it can be told from a walk. */
export const CUSTOMERS_IN_SPAN = `query CustomersInSpan($first: Int!, $after: String, $query: String!) {
  ${ENVELOPE}
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { ${LIST_ROW} }
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

export const ORDERS_PAGE = `query OrdersPage($first: Int!, $after: String, $query: String) {
  ${ENVELOPE}
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { ${ORDER_ROW} }
}`;

export const ORDERS_PAGE_BY_ID = `query OrdersPageById($first: Int!, $after: String, $query: String!) {
  ${ENVELOPE}
  orders(first: $first, after: $after, query: $query, sortKey: ID, reverse: false) { ${ORDER_ROW} }
}`;

export const ORDERS_IN_SPAN = `query OrdersInSpan($first: Int!, $after: String, $query: String!) {
  ${ENVELOPE}
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { ${ORDER_ROW} }
}`;

const MONEY = "{ amount currencyCode }";
const BOTH_MONEYS = `{ shopMoney ${MONEY} presentmentMoney ${MONEY} }`;
const LINES = `nodes { id title sku quantity currentQuantity originalUnitPriceSet { shopMoney ${MONEY} } } ${PAGE_INFO}`;

/** Orders by id with their first lines; refunds are a plain list and come whole. Variant, product and location would each need another scope. */
export const ORDERS_BY_IDS = `query OrdersByIds($ids: [ID!]!, $lines: Int!) {
  ${ENVELOPE}
  nodes(ids: $ids) {
    __typename
    ... on Order {
      id legacyResourceId name test createdAt processedAt updatedAt cancelledAt cancelReason closedAt displayFinancialStatus displayFulfillmentStatus
      email currencyCode presentmentCurrencyCode customerLocale tags sourceName customerAcceptsMarketing
      totalPriceSet ${BOTH_MONEYS} currentTotalPriceSet ${BOTH_MONEYS} totalRefundedSet ${BOTH_MONEYS}
      customer { id updatedAt defaultEmailAddress { emailAddress marketingState } }
      refunds { id createdAt totalRefundedSet { shopMoney ${MONEY} } }
      lineItems(first: $lines) { ${LINES} }
    }
  }
}`;

/** The lines behind the first page, and the order's time, which tells whether they still belong to what was read before. */
export const ORDER_LINES = `query OrderLines($id: ID!, $after: String) {
  ${ENVELOPE}
  order(id: $id) { id updatedAt lineItems(first: 250, after: $after) { ${LINES} } }
}`;

export const ORDERS_COUNT = `query OrdersCount($query: String) {
  ${ENVELOPE}
  ordersCount(query: $query, limit: null) { count precision }
}`;

/** R2: without read_all_orders nothing older than 60 days is shown. */
export const OLDEST_ORDER = `query OldestOrder {
  ${ENVELOPE}
  orders(first: 1, sortKey: CREATED_AT, reverse: false) { nodes { id createdAt } }
}`;

/** What left the shop, newest first. Filtered by kind and time alone: those two are documented for 2026-07, and the action is read from the answer. */
export const DEPARTURES = `query Departures($after: String, $query: String!) {
  ${ENVELOPE}
  events(first: 100, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) {
    nodes { __typename id action createdAt ... on BasicEvent { subjectId subjectType } } ${PAGE_INFO}
  }
}`;

/** R2: whose token this is and what it was granted. */
export const ACCESS = `query Access {
  ${ENVELOPE}
}`;
