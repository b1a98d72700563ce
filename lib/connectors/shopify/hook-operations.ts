/*
 * The only mutations that are ever sent to a shop: subscribing to its webhooks. Source: Admin GraphQL 2026-07, checked against the vendor's schema by the contract tests.
 */

/** Also names the shop and the scopes, as every reading operation does: so that nothing is subscribed at another shop. */
export const HOOKS_LIST = `query HooksList {
  shop { id } currentAppInstallation { accessScopes { handle } }
  webhookSubscriptions(first: 250) { nodes { id topic uri } pageInfo { hasNextPage endCursor } }
}`;

export const HOOK_CREATE = `mutation HookCreate($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) { webhookSubscription { id } userErrors { field message } }
}`;

export const HOOK_DELETE = `mutation HookDelete($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`;
