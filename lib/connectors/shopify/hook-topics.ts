/**
 * The topics that we understand, each with the scope that its subscription needs (null: none). Compliance topics have no subscription: they are named in the app's
 * configuration. Source: Admin GraphQL 2026-07 `WebhookSubscriptionTopic`, and the payload schemas of that version.
 */
export const HOOK_TOPICS = {
  "app/uninstalled": { subscription: "APP_UNINSTALLED", scope: null },
  "app/scopes_update": { subscription: "APP_SCOPES_UPDATE", scope: null },
  "customers/create": { subscription: "CUSTOMERS_CREATE", scope: "read_customers" },
  "customers/update": { subscription: "CUSTOMERS_UPDATE", scope: "read_customers" },
  "customers/delete": { subscription: "CUSTOMERS_DELETE", scope: "read_customers" },
  "customers/merge": { subscription: "CUSTOMERS_MERGE", scope: "read_customer_merge" },
  "customers_email_marketing_consent/update": {
    subscription: "CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE",
    scope: "read_customers",
  },
  "customers_marketing_consent/update": {
    subscription: "CUSTOMERS_MARKETING_CONSENT_UPDATE",
    scope: "read_customers",
  },
  "orders/create": { subscription: "ORDERS_CREATE", scope: "read_orders" },
  "orders/updated": { subscription: "ORDERS_UPDATED", scope: "read_orders" },
  "orders/cancelled": { subscription: "ORDERS_CANCELLED", scope: "read_orders" },
  "orders/delete": { subscription: "ORDERS_DELETE", scope: "read_orders" },
  "refunds/create": { subscription: "REFUNDS_CREATE", scope: "read_orders" },
  "customers/data_request": { subscription: null, scope: null },
  "customers/redact": { subscription: null, scope: null },
  "shop/redact": { subscription: null, scope: null },
} as const satisfies Record<string, { subscription: string | null; scope: string | null }>;

export type HookTopic = keyof typeof HOOK_TOPICS;

export const isHookTopic = (text: string): text is HookTopic => Object.hasOwn(HOOK_TOPICS, text);
