import { z } from "zod";
import { approvalsFor, missingFor } from "@/lib/connectors/shopify/access";
import { oldestOrderShape } from "@/lib/connectors/shopify/answers";
import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { ACCESS, OLDEST_ORDER } from "@/lib/connectors/shopify/operations";
import type { Readable } from "@/lib/connectors/shopify/readable";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { Failure } from "@/lib/runner/failures";
import type { SourceAccess } from "@/lib/runner/reading-ports";

const shopShape = z.object({ shop: z.object({ id: z.string() }) });

/** What this very token may see of one object. For orders with all their scopes the oldest one is looked up too. */
export async function readAccess(client: ShopifyClient, readable: Readable): Promise<Result<SourceAccess, Failure>> {
  const answer = await client.query(ACCESS, {}, shopShape);
  if (!answer.ok) return err(answer.error.failure);
  const { data, grantedScopes } = answer.value;
  const missingScopes = missingFor(readable.operations, grantedScopes);
  const isOrders = readable.type === "Order";
  const oldest = isOrders && missingScopes.length === 0 ? await readOldest(client) : ok(null);
  if (!oldest.ok) return oldest;
  return ok({
    shopId: data.shop.id,
    grantedScopes,
    missingScopes,
    oldestVisibleMs: oldest.value,
    wholePast: !isOrders || grantedScopes.includes("read_all_orders"),
    approvals: approvalsFor(readable.operations),
  });
}

async function readOldest(client: ShopifyClient): Promise<Result<number | null, Failure>> {
  const answer = await askInScope(client, OLDEST_ORDER, {}, oldestOrderShape);
  return answer.ok ? ok(answer.value.data.orders.nodes[0]?.createdAt ?? null) : err(answer.error.failure);
}
