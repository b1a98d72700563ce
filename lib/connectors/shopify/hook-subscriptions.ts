import { z } from "zod";
import type { ShopifyClient } from "@/lib/connectors/shopify/client";
import { HOOK_CREATE, HOOK_DELETE, HOOKS_LIST } from "@/lib/connectors/shopify/hook-operations";
import { HOOK_TOPICS, type HookTopic } from "@/lib/connectors/shopify/hook-topics";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";

const listShape = z.object({
  webhookSubscriptions: z.object({ nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })) }),
});
/** A refusal comes as user errors on a 200, and once was overlooked for months (Shopify/shopify_app#1699). */
const errors = z.array(z.object({ message: z.string() }));
const createShape = z.object({
  webhookSubscriptionCreate: z.object({
    webhookSubscription: z.object({ id: z.string() }).nullable(),
    userErrors: errors,
  }),
});
const deleteShape = z.object({ webhookSubscriptionDelete: z.object({ userErrors: errors }) });

/** Ids and times are all that we read, so that names and addresses do not travel with every change. */
const FIELDS = ["id", "admin_graphql_api_id", "updated_at"];
const SLIM: readonly HookTopic[] = [
  "customers/create",
  "customers/update",
  "orders/create",
  "orders/updated",
  "orders/cancelled",
];

export interface Subscriptions {
  topics: HookTopic[];
  /** Wanted and refused by Shopify, or still refused after the last try. */
  missing: HookTopic[];
}

/** The topics to subscribe to with these scopes. */
export function wantedTopics(scopes: readonly string[]): HookTopic[] {
  return (Object.keys(HOOK_TOPICS) as HookTopic[]).filter((topic) => {
    const { subscription, scope } = HOOK_TOPICS[topic];
    return (
      subscription !== null &&
      (scope === null || scopes.includes(scope) || scopes.includes(scope.replace("read_", "write_")))
    );
  });
}

/**
 * Makes the shop tell us of every wanted topic, once: subscribes to what is missing (Shopify deletes a subscription after eight failed deliveries), and takes away
 * doubles. Those to other addresses are left alone: the app may serve another installation too.
 * @param uri where deliveries go @returns the failure when the shop cannot be asked at all
 */
export async function ensureSubscriptions(client: ShopifyClient, uri: string): Promise<Result<Subscriptions, Failure>> {
  const answer = await client.query(HOOKS_LIST, {}, listShape);
  if (!answer.ok) return err(answer.error.failure);
  const ours = answer.value.data.webhookSubscriptions.nodes.filter((node) => node.uri === uri);
  const result: Subscriptions = { topics: [], missing: [] };
  for (const topic of wantedTopics(answer.value.grantedScopes)) {
    const [first, ...doubles] = ours.filter((node) => node.topic === HOOK_TOPICS[topic].subscription);
    for (const { id } of doubles) await client.change(HOOK_DELETE, { id }, deleteShape);
    const isThere = first !== undefined || (await subscribe(client, topic, uri));
    (isThere ? result.topics : result.missing).push(topic);
  }
  return ok(result);
}

async function subscribe(client: ShopifyClient, topic: HookTopic, uri: string): Promise<boolean> {
  const subscription = { uri, ...(SLIM.includes(topic) ? { includeFields: FIELDS } : {}) };
  const made = await client.change(HOOK_CREATE, { topic: HOOK_TOPICS[topic].subscription, subscription }, createShape);
  if (!made.ok) return false;
  const { webhookSubscription, userErrors } = made.value.webhookSubscriptionCreate;
  return webhookSubscription !== null && userErrors.length === 0;
}
