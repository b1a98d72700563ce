/**
 * The part of Shopify's Admin schema that the stand-in serves, written by hand. Every type, field, argument, default and enum value below exists
 * in the real 2026-07 and 2026-10 schemas with the same type (proved by tests/contract/shopify-schema.test.ts).
 */
export const SHOPIFY_SDL = /* GraphQL */ `
schema { query: QueryRoot mutation: Mutation }

scalar DateTime
scalar Decimal
scalar UnsignedInt64

interface Node { id: ID! }
interface LegacyInteroperability { legacyResourceId: UnsignedInt64! }

type QueryRoot {
  currentAppInstallation: AppInstallation!
  customer(id: ID!): Customer
  customerByIdentifier(identifier: CustomerIdentifierInput!): Customer
  customers(after: String, first: Int, query: String, reverse: Boolean = false, sortKey: CustomerSortKeys = ID): CustomerConnection!
  customersCount(limit: Int = 10000, query: String): Count
  events(after: String, first: Int, query: String, reverse: Boolean = false, sortKey: EventSortKeys = ID): EventConnection
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orders(after: String, first: Int, query: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  ordersCount(limit: Int = 10000, query: String): Count
  publicApiVersions: [ApiVersion!]!
  shop: Shop!
  webhookSubscriptions(first: Int, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
}

type Mutation {
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
}

type WebhookSubscription implements Node { id: ID! includeFields: [String!]! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
input WebhookSubscriptionInput { includeFields: [String!] uri: String }
interface DisplayableError { field: [String!] message: String! }
type UserError implements DisplayableError { field: [String!] message: String! }
enum WebhookSubscriptionTopic {
  APP_SCOPES_UPDATE APP_UNINSTALLED CUSTOMERS_CREATE CUSTOMERS_DELETE CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE CUSTOMERS_MARKETING_CONSENT_UPDATE
  CUSTOMERS_MERGE CUSTOMERS_UPDATE ORDERS_CANCELLED ORDERS_CREATE ORDERS_DELETE ORDERS_UPDATED REFUNDS_CREATE
}

type AccessScope { handle: String! }
type ApiVersion { displayName: String! handle: String! supported: Boolean! }
type AppInstallation implements Node { accessScopes: [AccessScope!]! id: ID! }

type Shop implements Node {
  currencyCode: CurrencyCode!
  ianaTimezone: String!
  id: ID!
  myshopifyDomain: String!
  name: String!
  plan: ShopPlan!
}
type ShopPlan { partnerDevelopment: Boolean! publicDisplayName: String! shopifyPlus: Boolean! }

type Count { count: Int! precision: CountPrecision! }
enum CountPrecision { AT_LEAST EXACT }
type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }

type CustomerConnection { edges: [CustomerEdge!]! nodes: [Customer!]! pageInfo: PageInfo! }
type CustomerEdge { cursor: String! node: Customer! }
enum CustomerSortKeys { ID UPDATED_AT }
enum CustomerState { DECLINED DISABLED ENABLED INVITED }
input CustomerIdentifierInput @oneOf { emailAddress: String id: ID phoneNumber: String }

type Customer implements LegacyInteroperability & Node {
  amountSpent: MoneyV2!
  createdAt: DateTime!
  defaultAddress: MailingAddress
  defaultEmailAddress: CustomerEmailAddress
  defaultPhoneNumber: CustomerPhoneNumber
  firstName: String
  id: ID!
  lastName: String
  legacyResourceId: UnsignedInt64!
  locale: String!
  note: String
  numberOfOrders: UnsignedInt64!
  state: CustomerState!
  tags: [String!]!
  updatedAt: DateTime!
  verifiedEmail: Boolean!
}

type CustomerEmailAddress {
  emailAddress: String!
  marketingOptInLevel: CustomerMarketingOptInLevel
  marketingState: CustomerEmailAddressMarketingState!
  marketingUpdatedAt: DateTime
  validFormat: Boolean!
}
type CustomerPhoneNumber {
  marketingCollectedFrom: CustomerConsentCollectedFrom
  marketingOptInLevel: CustomerMarketingOptInLevel
  marketingState: CustomerSmsMarketingState!
  marketingUpdatedAt: DateTime
  phoneNumber: String!
}
enum CustomerEmailAddressMarketingState { INVALID NOT_SUBSCRIBED PENDING SUBSCRIBED UNSUBSCRIBED }
enum CustomerSmsMarketingState { NOT_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED }
enum CustomerMarketingOptInLevel { CONFIRMED_OPT_IN SINGLE_OPT_IN UNKNOWN }
enum CustomerConsentCollectedFrom { OTHER SHOPIFY }

type OrderConnection { edges: [OrderEdge!]! nodes: [Order!]! pageInfo: PageInfo! }
type OrderEdge { cursor: String! node: Order! }
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
enum OrderDisplayFulfillmentStatus { FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED UNFULFILLED }

type Order implements LegacyInteroperability & Node {
  cancelReason: OrderCancelReason
  cancelledAt: DateTime
  closedAt: DateTime
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  currentTotalPriceSet: MoneyBag!
  customer: Customer
  customerAcceptsMarketing: Boolean!
  customerLocale: String
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  email: String
  id: ID!
  legacyResourceId: UnsignedInt64!
  lineItems(after: String, first: Int): LineItemConnection!
  name: String!
  presentmentCurrencyCode: CurrencyCode!
  processedAt: DateTime!
  refunds(first: Int): [Refund!]!
  sourceName: String
  tags: [String!]!
  test: Boolean!
  totalPriceSet: MoneyBag!
  totalRefundedSet: MoneyBag!
  updatedAt: DateTime!
}
type LineItemConnection { edges: [LineItemEdge!]! nodes: [LineItem!]! pageInfo: PageInfo! }
type LineItemEdge { cursor: String! node: LineItem! }
type LineItem implements Node {
  currentQuantity: Int!
  id: ID!
  originalUnitPriceSet: MoneyBag!
  quantity: Int!
  sku: String
  title: String!
}
type Refund implements Node { createdAt: DateTime id: ID! totalRefundedSet: MoneyBag! }

interface Event { action: String! createdAt: DateTime! id: ID! }
type BasicEvent implements Event & Node {
  action: String!
  createdAt: DateTime!
  id: ID!
  subjectId: ID!
  subjectType: EventSubjectType!
}
type EventConnection { edges: [EventEdge!]! nodes: [Event!]! pageInfo: PageInfo! }
type EventEdge { cursor: String! node: Event! }
enum EventSortKeys { CREATED_AT ID }
enum EventSubjectType { CUSTOMER ORDER }

type MoneyBag { presentmentMoney: MoneyV2! shopMoney: MoneyV2! }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MailingAddress implements Node { countryCodeV2: CountryCode id: ID! provinceCode: String }

enum CurrencyCode { AUD BRL CAD CHF CLP CNY CZK DKK EUR GBP HKD HUF INR ISK JPY KRW KWD MXN NOK NZD PLN SEK SGD THB TRY USD VND ZAR }
enum CountryCode { AE AR AT AU BE BG BR CA CH CL CN CO CY CZ DE DK EE EG ES FI FR GB GR HK HR HU IE IL IN IS IT JP KR LT LU LV MA MT MX MY NG NL NO NZ PE PH PL PT RO RS RU SA SE SG SI SK TH TR TW UA US VN ZA }
`;
