import type { ShopHook } from "@/lib/sandbox/shopify/hook";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";

interface CreateArguments {
  topic: string;
  webhookSubscription: { uri?: string | null; includeFields?: string[] | null };
}

const gidOf = (id: string) => `gid://shopify/WebhookSubscription/${id}`;
const refusal = (message: string) => [{ field: ["webhookSubscription"], message }];

/** Subscriptions to webhooks, and the only mutations. Nothing is delivered from here: tests sign and deliver as Shopify does. */
export function hookFields({ state, commit, scopes }: ReadContext): Record<string, unknown> {
  const all = () => [...state.hooks.values()];
  return {
    webhookSubscriptions: ({ first }: { first?: number | null }) => ({
      nodes: all()
        .slice(0, first ?? 50)
        .map((hook) => ({ ...hook, id: gidOf(hook.id) })),
      pageInfo: {
        hasNextPage: all().length > (first ?? 50),
        hasPreviousPage: false,
        startCursor: null,
        endCursor: null,
      },
    }),
    webhookSubscriptionCreate: ({ topic, webhookSubscription: wanted }: CreateArguments) => {
      const { uri } = wanted;
      const userErrors = faultOf(topic, uri, scopes, all());
      if (userErrors.length > 0 || !uri) return { webhookSubscription: null, userErrors };
      const id = String(1 + Math.max(0, ...all().map((hook) => Number(hook.id))));
      const hook = { id, topic, uri, includeFields: wanted.includeFields ?? [] };
      commit({ kind: "hook", hook });
      return { webhookSubscription: { ...hook, id: gidOf(id) }, userErrors: [] };
    },
    webhookSubscriptionDelete: ({ id }: { id: string }) => {
      const hook = all().find((one) => gidOf(one.id) === id);
      if (!hook)
        return { deletedWebhookSubscriptionId: null, userErrors: refusal("Webhook subscription does not exist") };
      commit({ kind: "hook-gone", id: hook.id });
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
  };
}

/** What Shopify says on a 200: an address that cannot be delivered to, one that has the topic already, a topic whose scope is missing. */
function faultOf(topic: string, uri: string | null | undefined, scopes: readonly string[], hooks: readonly ShopHook[]) {
  if (!uri || !/^https:\/\//.test(uri)) return refusal("Address is invalid");
  if (hooks.some((hook) => hook.topic === topic && hook.uri === uri))
    return refusal("Address for this topic has already been taken");
  const [object] = topic.toLowerCase().split("_");
  const needed = object === "app" ? null : object === "refunds" ? "read_orders" : `read_${object}`;
  return needed === null || scopes.includes(needed)
    ? []
    : refusal("You cannot create a webhook subscription with the specified topic");
}
