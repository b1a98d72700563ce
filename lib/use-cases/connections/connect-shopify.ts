import { z } from "zod";
import { isShopDomain } from "@/lib/connectors/hosts";
import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { probeShopify, type ShopifyProbe } from "@/lib/connectors/shopify/probe";
import { demoMark, shopUrl } from "@/lib/ends/open-ends";
import { systemClock } from "@/lib/ends/system-clock";
import { installation } from "@/lib/installation";
import type { Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";
import { type Context, requireRecentSignIn, requireRole } from "../context";
import { invalidInput, refuse, refuseField, type UseCaseError } from "../errors";
import { refuseConnection } from "./refuse-connection";
import { storeConnection } from "./store-connection";

export const connectShopifyInput = z.strictObject({
  shopDomain: z
    .string()
    .trim()
    .toLowerCase()
    .transform((text) => text.replace(/^https?:\/\//, "").replace(/\/.*$/, "")),
  accessToken: z.string().trim().min(10).max(500),
});

/**
 * Connects a shop by an Admin API token: tries the very operations that a rule runs, and stores the token sealed. The same shop again renews the token of its
 * connection; another shop makes another connection.
 */
export async function connectShopify(
  context: Context,
  input: z.input<typeof connectShopifyInput>,
): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const allowed = requireRole(context, "editor");
  if (!allowed.ok) return allowed;
  const recent = requireRecentSignIn(context, Date.now());
  if (!recent.ok) return recent;
  const parsed = connectShopifyInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  if (!isShopDomain(parsed.data.shopDomain)) return refuseField("shopDomain", "connections.shop_domain");
  return proveShop(context, parsed.data);
}

/** The part behind the form: the demo's one click comes here too, which is asked for no sign-in. @param input parsed, by an editor */
export async function proveShop(
  context: Context,
  input: z.infer<typeof connectShopifyInput>,
): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const { policy } = installation();
  const details = { shopDomain: input.shopDomain, ...demoMark(policy) };
  const client = createShopifyClient({
    baseUrl: shopUrl(details, policy),
    accessToken: input.accessToken,
    shopId: null,
    clock: systemClock,
    allowLoopback: policy.allowLoopback,
  });
  const probe = await probeShopify({ client, clock: systemClock });
  if (!probe.ok) return refuseShop(probe.error);
  const failed = probe.value.operations.find((operation) => operation.failure !== null);
  if (probe.value.missingScopes.length > 0)
    return refuse("invalid", "connections.scopes_missing", { scopes: probe.value.missingScopes.join(", ") });
  if (failed?.failure) return refuseShop(failed.failure);
  return storeConnection(context, { kind: "shopify", secret: input.accessToken, ...detailsOf(probe.value, details) });
}

/** What is wrong with one of the two inputs is said there. Shopify answers 404 for a domain that is no shop. */
function refuseShop(cause: Failure) {
  if (cause.code === "source.credential") return refuseField("accessToken", "connections.token_refused");
  if (cause.detail === "http_404") return refuseField("shopDomain", "connections.shop_unknown");
  return refuseConnection(cause);
}

const detailsOf = (probe: ShopifyProbe, details: { shopDomain: string; demo?: boolean }) => ({
  name: probe.name,
  identity: probe.identity,
  details: {
    ...details,
    plan: probe.planName,
    timeZone: probe.timeZone,
    currency: probe.currency,
    scopes: probe.grantedScopes,
    missingScopes: probe.missingScopes,
  },
});
