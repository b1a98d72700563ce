import type { z } from "zod";
import { demandUrl, type HostPolicy, shopifyUrl } from "@/lib/connectors/hosts";
import { missingFor } from "@/lib/connectors/shopify/access";
import { envelopeShape } from "@/lib/connectors/shopify/answers";
import { openEnvelope, type Unusable } from "@/lib/connectors/shopify/envelope";
import { failureOfShape, failureOfWire } from "@/lib/connectors/shopify/errors";
import { SHOPIFY_API_VERSION } from "@/lib/connectors/shopify/operations";
import { lasting, type TokenSupply } from "@/lib/connectors/shopify/token-supply";
import { exchange } from "@/lib/connectors/transport";
import type { Clock } from "@/lib/kernel/clock";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

export interface ShopifyClientOptions extends HostPolicy {
  /** `https://{shop}.myshopify.com`; of a stand-in `http://127.0.0.1:{port}/shopify/{shop}.myshopify.com`. */
  baseUrl: string;
  /** A token that lasts, or what renews one that does not. */
  accessToken: string | TokenSupply;
  /** The gid that the publication was made for; null only while connecting, before it is known. */
  shopId: string | null;
  clock: Clock;
  apiVersion?: string;
  /** One request, name look-up to last byte. */
  timeoutMs?: number;
  /** How long one call may wait out throttling in all before it fails as throttled. */
  throttleWaitMs?: number;
}

export interface ShopifyReading<T> {
  data: T;
  /** Shopify's own clock (`Date` header), epoch ms. */
  serverTimeMs: number;
  /** Scopes of the token that was used, as of this answer. */
  grantedScopes: string[];
  /** What Shopify says it understood of a search (`extensions.search[].parsed`); empty where there was none, or where it does not say. */
  searches: unknown[];
}

/** As a failure, and whether it may be a refused cursor. */
export interface ShopifyFault {
  failure: Failure;
  mayBeCursor: boolean;
}

export interface ShopifyClient {
  /** The version that it asks for. */
  readonly apiVersion: string;
  /** Runs one reading operation. Everything that can go wrong is a typed fault; nothing of an answer that fails is used. */
  query<T>(
    operation: string,
    variables: Record<string, unknown>,
    shape: z.ZodType<T>,
  ): Promise<Result<ShopifyReading<T>, ShopifyFault>>;
  /** Runs one mutation. Its answer names no shop: ask one question of the shop before. */
  change<T>(operation: string, variables: Record<string, unknown>, shape: z.ZodType<T>): Promise<Result<T, Failure>>;
}

/** Retrying at once would only meet the same empty bucket. */
const SHORTEST_WAIT_MS = 500;

/** @throws InvariantViolation for a base URL that the host policy refuses */
export function createShopifyClient(options: ShopifyClientOptions): ShopifyClient {
  const { clock, accessToken, shopId, apiVersion = SHOPIFY_API_VERSION, timeoutMs = 30_000 } = options;
  const { throttleWaitMs = 10_000 } = options;
  const base = demandUrl(shopifyUrl(options.baseUrl, options));
  const url = new URL(`${base.href.replace(/\/$/, "")}/admin/api/${apiVersion}/graphql.json`);
  const tokens = typeof accessToken === "string" ? lasting(accessToken) : accessToken;

  async function askAs(token: string, body: string): Promise<ReturnType<typeof openEnvelope>> {
    const headers = {
      "content-type": "application/json",
      accept: "application/json",
      "x-shopify-access-token": token,
      "shopify-search-query-debug": "1",
    };
    const answer = await exchange({ method: "POST", url, headers, body, timeoutMs });
    if (!answer.ok) return err({ failure: failureOfWire(answer.error), waitMs: null, mayBeCursor: false });
    const envelope = openEnvelope(answer.value, apiVersion);
    if (envelope.ok) await tokens.worked(token);
    return envelope;
  }

  /** A token that was refused before its time is renewed once: it may have been replaced by another process, or revoked with its pair. */
  async function ask(body: string): Promise<ReturnType<typeof openEnvelope>> {
    const token = await tokens.current();
    if (!token.ok) return err({ failure: token.error, waitMs: null, mayBeCursor: false });
    const envelope = await askAs(token.value, body);
    if (envelope.ok || envelope.error.failure.code !== "source.credential") return envelope;
    const renewed = await tokens.afterRefusal(token.value);
    if (renewed === null) return envelope;
    return renewed.ok ? askAs(renewed.value, body) : err({ failure: renewed.error, waitMs: null, mayBeCursor: false });
  }

  async function askPatiently(body: string): Promise<ReturnType<typeof openEnvelope>> {
    let leftMs = throttleWaitMs;
    for (;;) {
      const envelope = await ask(body);
      if (envelope.ok || envelope.error.waitMs === null) return envelope;
      const waitMs = Math.max(SHORTEST_WAIT_MS, envelope.error.waitMs);
      if (waitMs > leftMs) return err(withNotBefore(envelope.error, clock.nowMs() + waitMs));
      leftMs -= waitMs;
      await clock.sleep(waitMs);
    }
  }

  return {
    apiVersion,
    async query(operation, variables, shape) {
      const envelope = await askPatiently(JSON.stringify({ query: operation, variables }));
      if (!envelope.ok) return err({ failure: envelope.error.failure, mayBeCursor: envelope.error.mayBeCursor });
      const { data, serverTimeMs, searches } = envelope.value;
      const head = envelopeShape.safeParse(data, { reportInput: true });
      const parsed = shape.safeParse(data, { reportInput: true });
      if (!head.success) return refuse(failureOfShape(head.error));
      if (shopId !== null && head.data.shop.id !== shopId) return refuse(failure("source.identity_differs", "shop_id"));
      if (!parsed.success) return refuse(failureOfShape(parsed.error));
      const grantedScopes = head.data.currentAppInstallation.accessScopes.map(({ handle }) => handle);
      return ok({ data: parsed.data, serverTimeMs, grantedScopes, searches });
    },
    async change(operation, variables, shape) {
      const envelope = await askPatiently(JSON.stringify({ query: operation, variables }));
      if (!envelope.ok) return err(envelope.error.failure);
      const parsed = shape.safeParse(envelope.value.data, { reportInput: true });
      return parsed.success ? ok(parsed.data) : err(failureOfShape(parsed.error));
    },
  };
}

const refuse = (failed: Failure): Result<never, ShopifyFault> => err({ failure: failed, mayBeCursor: false });

const withNotBefore = (unusable: Unusable, notBeforeMs: number): Unusable => ({
  ...unusable,
  failure: failure(unusable.failure.code, unusable.failure.detail, notBeforeMs),
});

/** R2: an answer counts only if the token may see what it was asked for; what it may not see can be missing without a word. */
export async function askInScope<T>(
  client: ShopifyClient,
  operation: string,
  variables: Record<string, unknown>,
  shape: z.ZodType<T>,
): Promise<Result<ShopifyReading<T>, ShopifyFault>> {
  const answer = await client.query(operation, variables, shape);
  const [missing] = answer.ok ? missingFor([operation], answer.value.grantedScopes) : [];
  return missing ? err({ failure: failure("source.scope", missing), mayBeCursor: false }) : answer;
}
