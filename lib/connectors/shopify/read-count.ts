import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import type { Readable } from "@/lib/connectors/shopify/readable";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceCount } from "@/lib/runner/evidence-ports";
import type { Failure } from "@/lib/runner/failures";

/** Only a count that Shopify calls exact is one. */
export async function readCount(client: ShopifyClient, readable: Readable): Promise<Result<SourceCount, Failure>> {
  const answer = await askInScope(client, readable.count, {}, readable.counted);
  if (!answer.ok) return err(answer.error.failure);
  const { count, precision } = answer.value.data;
  return ok({ exact: precision === "EXACT" ? count : null, precision, serverTimeMs: answer.value.serverTimeMs });
}
