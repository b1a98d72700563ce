import { type LineNode, type OrderNode, orderLinesShape, orderNode } from "@/lib/connectors/shopify/answers";
import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { toOrderRecord } from "@/lib/connectors/shopify/map-order";
import { ORDER_LINES, ORDERS_BY_IDS } from "@/lib/connectors/shopify/operations";
import { type ByIds, readByIds } from "@/lib/connectors/shopify/read-by-ids";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { OrderRecord } from "@/lib/rules/order";
import type { Presence } from "@/lib/runner/evidence-ports";
import { type Failure, failure } from "@/lib/runner/failures";
import type { SourceReading } from "@/lib/runner/reading-ports";

/** Most orders have fewer lines; 25 orders of 20 lines cost some 300 points. */
const BY_IDS: ByIds<OrderNode> = {
  type: "Order",
  operation: ORDERS_BY_IDS,
  variables: { lines: 20 },
  node: orderNode,
  idsAtOnce: 25,
};

/** How often an order that is edited while its lines are read is begun anew before the read fails. */
const MOST_LOOKS = 4;
/** Pages of 250 lines. Shopify allows far fewer lines an order; a list that goes on longer never ends. */
const MOST_PAGES = 40;

/** Orders by id, now, each with all its lines as they stood at one `updatedAt`. */
export async function readOrders(
  client: ShopifyClient,
  ids: readonly string[],
): Promise<Result<SourceReading<OrderRecord>, Failure>> {
  const answer = await readByIds(client, BY_IDS, ids);
  if (!answer.ok) return answer;
  const records = new Map<string, OrderRecord | null>();
  for (const [id, node] of answer.value.nodes) {
    const record = node && (await completeOrder(client, id, node));
    if (record && !record.ok) return record;
    records.set(id, record ? record.value : null);
  }
  const { serverTimeMs } = answer.value;
  return ok({ records, presence: presenceOf([...records.values()].filter((record) => record !== null)), serverTimeMs });
}

/** Pages the lines to the end. If the order's time moved meanwhile, nothing that was read belongs together: it is read again from its head. */
async function completeOrder(
  client: ShopifyClient,
  id: string,
  first: OrderNode,
): Promise<Result<OrderRecord | null, Failure>> {
  let node: OrderNode | null = first;
  for (let look = 1; node; look += 1) {
    const lines = await readLines(client, node);
    if (!lines.ok) return lines;
    if (lines.value !== "moved") return ok(toOrderRecord(node, lines.value));
    if (look === MOST_LOOKS) return err(failure("source.unavailable", "order_moves"));
    const again = await readByIds(client, BY_IDS, [id]);
    if (!again.ok) return again;
    node = again.value.nodes.get(id) ?? null;
  }
  return ok(null);
}

async function readLines(client: ShopifyClient, node: OrderNode): Promise<Result<LineNode[] | "moved", Failure>> {
  const lines = [...node.lineItems.nodes];
  let { pageInfo } = node.lineItems;
  for (let pages = 1; pageInfo.hasNextPage; pages += 1) {
    const after = pageInfo.endCursor;
    if (!after || pages > MOST_PAGES) return unreadable("cursor");
    const answer = await askInScope(client, ORDER_LINES, { id: node.id, after }, orderLinesShape);
    if (!answer.ok) return err(answer.error.failure);
    const { order } = answer.value.data;
    if (order && order.id !== node.id) return unreadable("other_nodes");
    if (order?.updatedAt !== node.updatedAt) return ok("moved");
    if (order.lineItems.pageInfo.endCursor === after) return unreadable("cursor");
    lines.push(...order.lineItems.nodes);
    pageInfo = order.lineItems.pageInfo;
  }
  return new Set(lines.map((line) => line.id)).size === lines.length ? ok(lines) : unreadable("repeated_id");
}

const unreadable = (detail: string): Result<never, Failure> => err(failure("source.unreadable", `R1:${detail}`));

/** Of an order only its address is protected. */
function presenceOf(records: readonly OrderRecord[]): Presence {
  const withAddress = records.filter(({ email, customer }) => email !== null || customer?.email).length;
  return { records: records.length, withAddress, withName: 0, withPhone: 0 };
}
