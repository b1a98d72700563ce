import { z } from "zod";
import { missingFor, needsOf } from "@/lib/connectors/shopify/access";
import { customerNode, probeShape } from "@/lib/connectors/shopify/answers";
import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { CUSTOMERS_BY_IDS, CUSTOMERS_PAGE_BY_ID, PROBE } from "@/lib/connectors/shopify/operations";
import { CUSTOMERS } from "@/lib/connectors/shopify/readable";
import type { Clock } from "@/lib/kernel/clock";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";

export interface ShopifyProbe {
  /** `gid://shopify/Shop/…`: what a publication is bound to. */
  identity: string;
  name: string;
  domain: string;
  timeZone: string;
  currency: string;
  planName: string;
  /** A Shopify Plus or a partner's development shop: both differ in what they may be asked. */
  plus: boolean;
  development: boolean;
  grantedScopes: string[];
  neededScopes: readonly string[];
  missingScopes: string[];
  apiVersion: string;
  /** Whether Shopify still lists this version as supported. */
  versionSupported: boolean;
  /** Exact number of customers, if Shopify gave one. */
  customers: number | null;
  /** Each operation that a rule will run, tried once: a probe that asks for less than the rule does proves nothing. */
  operations: { name: string; failure: Failure | null }[];
  /** Whether the newest customer shows an address; null without customers. A denied field comes as null, so false is a warning, not a proof. */
  addressVisible: boolean | null;
  checkedAtMs: number;
}

/** Connection test of a shop: who it is, what we may see, and every operation that a rule runs. @returns the failure if the shop itself cannot be asked */
export async function probeShopify({
  client,
  clock,
}: {
  client: ShopifyClient;
  clock: Clock;
}): Promise<Result<ShopifyProbe, Failure>> {
  const answer = await client.query(PROBE, {}, probeShape);
  if (!answer.ok) return err(answer.error.failure);
  const { shop, currentAppInstallation, publicApiVersions } = answer.value.data;
  const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  return ok({
    identity: shop.id,
    name: shop.name,
    domain: shop.myshopifyDomain,
    timeZone: shop.ianaTimezone,
    currency: shop.currencyCode,
    planName: shop.plan.publicDisplayName,
    plus: shop.plan.shopifyPlus,
    development: shop.plan.partnerDevelopment,
    grantedScopes: granted,
    neededScopes: [
      ...new Set(needsOf(CUSTOMERS.operations).flatMap(({ scopes }) => scopes.map(([first = ""]) => first))),
    ],
    missingScopes: missingFor(CUSTOMERS.operations, granted),
    apiVersion: client.apiVersion,
    versionSupported: publicApiVersions.some(({ handle, supported }) => handle === client.apiVersion && supported),
    ...(await tryOperations(client)),
    checkedAtMs: clock.nowMs(),
  });
}

const nodes = z.object({ nodes: z.array(customerNode.nullable()) });

async function tryOperations(
  client: ShopifyClient,
): Promise<Pick<ShopifyProbe, "operations" | "customers" | "addressVisible">> {
  const operations: ShopifyProbe["operations"] = [];
  const attempt = async <T>(
    name: string,
    operation: string,
    variables: Record<string, unknown>,
    shape: z.ZodType<T>,
  ) => {
    const answer = await askInScope(client, operation, variables, shape);
    operations.push({ name, failure: answer.ok ? null : answer.error.failure });
    return answer.ok ? answer.value.data : null;
  };
  const page = await attempt("CustomersPage", CUSTOMERS.pages.updated, { first: 1 }, CUSTOMERS.rows);
  await attempt("CustomersPageById", CUSTOMERS_PAGE_BY_ID, { first: 1, query: "id:>0" }, CUSTOMERS.rows);
  const newest = page?.nodes[0]?.id;
  const ids = [`gid://shopify/Customer/${newest ?? "1"}`];
  const read = await attempt("CustomersByIds", CUSTOMERS_BY_IDS, { ids }, nodes);
  const total = await attempt("CustomersCount", CUSTOMERS.count, {}, CUSTOMERS.counted);
  const node = read?.nodes[0];
  return {
    operations,
    customers: total?.precision === "EXACT" ? total.count : null,
    addressVisible: newest && node ? node.defaultEmailAddress !== null : null,
  };
}
