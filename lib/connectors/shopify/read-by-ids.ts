import { z } from "zod";
import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { isTooDear } from "@/lib/connectors/shopify/read-list";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

/** How records of one type are asked for by id. */
export interface ByIds<N extends { id: string }> {
  type: "Customer" | "Order";
  operation: string;
  variables: Record<string, unknown>;
  node: z.ZodType<N>;
  /** Ids a request: what keeps it well within 1,000 points, the most that one query may cost. */
  idsAtOnce: number;
}

export interface NodesReading<N> {
  nodes: Map<string, N | null>;
  /** The earliest of the answers. */
  serverTimeMs: number;
}

/** Reads records by id, null for one that is not there. A batch that costs too much is read in two halves; a half that still does is told. */
export async function readByIds<N extends { id: string }>(
  client: ShopifyClient,
  how: ByIds<N>,
  ids: readonly string[],
): Promise<Result<NodesReading<N>, Failure>> {
  if (!ids.every((id) => /^\d{1,20}$/.test(id))) return err(failure("source.query_refused", "id"));
  const reading: NodesReading<N> = { nodes: new Map(), serverTimeMs: Number.POSITIVE_INFINITY };
  for (let start = 0; start < ids.length; start += how.idsAtOnce) {
    const batch = ids.slice(start, start + how.idsAtOnce);
    const whole = await readBatch(client, how, batch, reading);
    if (whole === null) continue;
    if (!isTooDear(whole) || batch.length < 2) return err(whole);
    const middle = Math.ceil(batch.length / 2);
    for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
      const failed = await readBatch(client, how, half, reading);
      if (failed) return err(failed);
    }
  }
  return ok(reading);
}

/** `nodes` answers in the order asked; anything else is no answer to this question. @returns the failure, or null once `reading` has the records */
async function readBatch<N extends { id: string }>(
  client: ShopifyClient,
  { type, operation, variables, node }: ByIds<N>,
  ids: readonly string[],
  reading: NodesReading<N>,
): Promise<Failure | null> {
  const gids = ids.map((id) => `gid://shopify/${type}/${id}`);
  const shape = z.object({ nodes: z.array(node.nullable()) });
  const answer = await askInScope(client, operation, { ...variables, ids: gids }, shape);
  if (!answer.ok) return answer.error.failure;
  const { nodes } = answer.value.data;
  if (nodes.length !== ids.length || nodes.some((found, index) => found && found.id !== gids[index]))
    return failure("source.unreadable", "R1:other_nodes");
  ids.forEach((id, index) => {
    reading.nodes.set(id, nodes[index] ?? null);
  });
  reading.serverTimeMs = Math.min(reading.serverTimeMs, answer.value.serverTimeMs);
  return null;
}
