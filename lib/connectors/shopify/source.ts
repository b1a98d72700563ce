import { countShape, listShape, nodesShape } from "@/lib/connectors/shopify/answers";
import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { queryOf, readCursor, startOf, type WalkPlace } from "@/lib/connectors/shopify/cursor";
import { toCustomerRecord } from "@/lib/connectors/shopify/map";
import {
  CUSTOMERS_BY_IDS,
  CUSTOMERS_COUNT,
  CUSTOMERS_PAGE,
  CUSTOMERS_PAGE_BY_ID,
} from "@/lib/connectors/shopify/operations";
import { readPage } from "@/lib/connectors/shopify/walk";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import { type Failure, failure } from "@/lib/runner/failures";
import type { ListPage, Source, SourceReading } from "@/lib/runner/reading-ports";

const PAGE_LIMIT = 250;
/** Ids a request: some 250 points of cost, within the smallest plan's 1,000 a query. */
const IDS_AT_ONCE = 50;

/** Shopify as the runner reads it: the customers of one shop. */
export function createShopifySource({ client }: { client: ShopifyClient }): Source {
  return {
    page: ({ kind, cursor, first }) => {
      const place = cursor === null ? startOf(kind) : readCursor(kind, cursor);
      return place ? readList(client, place, Math.min(first, PAGE_LIMIT)) : refusedCursor();
    },
    read: (ids) => readRecords(client, [...new Set(ids)]),
    total: () => readTotal(client),
  };
}

const refusedCursor = async () => err(failure("source.query_refused", "cursor"));
const isTooDear = ({ detail }: Failure) => detail === "max_cost_exceeded";

/** A page that costs too much is asked for once more, half as long. */
async function readList(client: ShopifyClient, place: WalkPlace, first: number): Promise<Result<ListPage, Failure>> {
  const whole = await askList(client, place, first);
  if (whole.ok || !isTooDear(whole.error) || first < 2) return whole;
  return askList(client, place, Math.floor(first / 2));
}

async function askList(client: ShopifyClient, place: WalkPlace, first: number): Promise<Result<ListPage, Failure>> {
  const operation = place.kind === "id" ? CUSTOMERS_PAGE_BY_ID : CUSTOMERS_PAGE;
  const answer = await askInScope(client, operation, { first, after: place.after, query: queryOf(place) }, listShape);
  if (answer.ok) return readPage(answer.value.data.customers, place, answer.value.serverTimeMs);
  const { failure: failed, mayBeCursor } = answer.error;
  return mayBeCursor && place.after !== null ? refusedCursor() : err(failed);
}

async function readRecords(client: ShopifyClient, ids: readonly string[]): Promise<Result<SourceReading, Failure>> {
  let serverTimeMs = Number.POSITIVE_INFINITY;
  const records = new Map<string, SourceRecord | null>();
  if (!ids.every((id) => /^\d{1,20}$/.test(id))) return err(failure("source.query_refused", "id"));
  const queue = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) =>
    ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const answer = await readByIds(client, batch);
    if (answer.ok) {
      for (const [id, record] of answer.value.records) records.set(id, record);
      serverTimeMs = Math.min(serverTimeMs, answer.value.serverTimeMs);
    } else if (isTooDear(answer.error) && batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      queue.unshift(batch.slice(0, middle), batch.slice(middle));
    } else return answer;
  }
  return ok({ records, serverTimeMs });
}

/** `nodes` answers in the order asked, null for what is not there; anything else is no answer to this question. */
async function readByIds(
  client: ShopifyClient,
  ids: readonly string[],
): Promise<Result<{ records: [string, SourceRecord | null][]; serverTimeMs: number }, Failure>> {
  const gids = ids.map((id) => `gid://shopify/Customer/${id}`);
  const answer = await askInScope(client, CUSTOMERS_BY_IDS, { ids: gids }, nodesShape);
  if (!answer.ok) return err(answer.error.failure);
  const { nodes } = answer.value.data;
  if (nodes.length !== ids.length || nodes.some((node, index) => node && node.id !== gids[index]))
    return err(failure("source.unreadable", "R1:other_nodes"));
  const records = ids.map((id, index): [string, SourceRecord | null] => [
    id,
    nodes[index] ? toCustomerRecord(nodes[index]) : null,
  ]);
  return ok({ records, serverTimeMs: answer.value.serverTimeMs });
}

/** Only a count that Shopify calls exact is one. */
async function readTotal(client: ShopifyClient): Promise<Result<number | null, Failure>> {
  const answer = await askInScope(client, CUSTOMERS_COUNT, {}, countShape);
  if (!answer.ok) return err(answer.error.failure);
  const { count, precision } = answer.value.data.customersCount;
  return ok(precision === "EXACT" ? count : null);
}
