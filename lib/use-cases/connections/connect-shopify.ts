import { z } from "zod";
import { isShopDomain } from "@/lib/connectors/hosts";
import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { probeShopify, type ShopifyProbe } from "@/lib/connectors/shopify/probe";
import { askForToken } from "@/lib/connectors/shopify/token-grant";
import { demoMark, shopUrl } from "@/lib/ends/open-ends";
import { systemClock } from "@/lib/ends/system-clock";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";
import { type Context, requireRecentSignIn, requireRole } from "../context";
import { invalidInput, refuse, refuseField, type UseCaseError } from "../errors";
import { refuseConnection } from "./refuse-connection";
import { type NewSecret, storeConnection } from "./store-connection";

const secret = z.string().trim().min(10).max(500);
const shopDomain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^https?:\/\//, "").replace(/\/.*$/, ""));
/** Many forms send an empty text for what was left out. */
const optionalSecret = z.union([z.literal("").transform(() => undefined), secret]).optional();

/** By the token of a custom app that lasts, or by the client id and secret of a Dev Dashboard app, whose tokens last a day. */
export const connectShopifyInput = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("token"), shopDomain, accessToken: secret, clientSecret: optionalSecret }),
  z.strictObject({ by: z.literal("app"), shopDomain, clientId: secret, clientSecret: secret }),
]);
type Parsed = z.infer<typeof connectShopifyInput>;

/**
 * Connects a shop: tries the very operations that a rule runs, and stores the secrets sealed. The same shop again renews the secrets of its connection;
 * another shop makes another connection.
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
  input: Parsed,
): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const { policy } = installation();
  const renewed = input.by === "app" ? { renewed: true } : {};
  const details = { shopDomain: input.shopDomain, ...demoMark(policy), ...renewed };
  const shop = { baseUrl: shopUrl(details, policy), allowLoopback: policy.allowLoopback };
  const access = await accessOf(input, shop);
  if (!access.ok) return refuseShop(access.error, input);
  const client = createShopifyClient({ ...shop, accessToken: access.value.token, shopId: null, clock: systemClock });
  const probe = await probeShopify({ client, clock: systemClock });
  if (!probe.ok) return refuseShop(probe.error, input);
  const failed = probe.value.operations.find((operation) => operation.failure !== null);
  if (probe.value.missingScopes.length > 0)
    return refuse("invalid", "connections.scopes_missing", { scopes: probe.value.missingScopes.join(", ") });
  if (failed?.failure) return refuseShop(failed.failure, input);
  return storeConnection(context, {
    kind: "shopify",
    secrets: access.value.secrets,
    ...detailsOf(probe.value, details),
  });
}

/** The token to try, and what is stored if it works. The client secret of a token's app is kept to check the signatures of webhooks. */
async function accessOf(
  input: Parsed,
  shop: { baseUrl: string; allowLoopback: boolean },
): Promise<Result<{ token: string; secrets: NewSecret[] }, Failure>> {
  const { clientSecret } = input;
  const signing: NewSecret[] = clientSecret === undefined ? [] : [{ field: "client_secret", value: clientSecret }];
  if (input.by === "token") {
    const { accessToken: value } = input;
    return ok({ token: value, secrets: [{ field: "access_token", value }, ...signing] });
  }
  const { clientId } = input;
  const granted = await askForToken(
    { ...shop, nowMs: systemClock.nowMs },
    { clientId, clientSecret: input.clientSecret, refreshToken: null },
  );
  if (!granted.ok) return granted;
  const { accessToken, expiresAtMs, refreshToken } = granted.value;
  const refresh: NewSecret[] = refreshToken === null ? [] : [{ field: "refresh_token", value: refreshToken }];
  return ok({
    token: accessToken,
    secrets: [
      { field: "access_token", value: accessToken, expiresAt: new Date(expiresAtMs) },
      { field: "client_id", value: clientId },
      ...signing,
      ...refresh,
    ],
  });
}

/** What is wrong with one of the inputs is said there. Shopify answers 404 for a domain that is no shop. */
function refuseShop(cause: Failure, { by }: Pick<Parsed, "by">) {
  if (cause.detail === "http_404") return refuseField("shopDomain", "connections.shop_unknown");
  if (cause.code !== "source.credential") return refuseConnection(cause);
  if (by === "token") return refuseField("accessToken", "connections.token_refused");
  switch (cause.detail) {
    case "application_cannot_be_found":
      return refuseField("clientId", "connections.app_unknown");
    case "invalid_client":
      return refuseField("clientSecret", "connections.app_secret_refused");
    default:
      return refuseField("clientId", "connections.app_not_installed");
  }
}

const detailsOf = (probe: ShopifyProbe, details: { shopDomain: string; demo?: boolean; renewed?: boolean }) => ({
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
