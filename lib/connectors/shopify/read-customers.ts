import { customerNode } from "@/lib/connectors/shopify/answers";
import type { ShopifyClient } from "@/lib/connectors/shopify/client";
import { toCustomerRecord } from "@/lib/connectors/shopify/map-customer";
import { CUSTOMERS_BY_IDS } from "@/lib/connectors/shopify/operations";
import { type ByIds, readByIds } from "@/lib/connectors/shopify/read-by-ids";
import { ok, type Result } from "@/lib/kernel/result";
import type { CustomerRecord } from "@/lib/rules/customer";
import type { Presence } from "@/lib/runner/evidence-ports";
import type { Failure } from "@/lib/runner/failures";
import type { SourceReading } from "@/lib/runner/reading-ports";

const BY_IDS: ByIds<Parameters<typeof toCustomerRecord>[0]> = {
  type: "Customer",
  operation: CUSTOMERS_BY_IDS,
  variables: {},
  node: customerNode,
  idsAtOnce: 50,
};

/** Customers by id, now. */
export async function readCustomers(
  client: ShopifyClient,
  ids: readonly string[],
): Promise<Result<SourceReading<CustomerRecord>, Failure>> {
  const answer = await readByIds(client, BY_IDS, ids);
  if (!answer.ok) return answer;
  const { nodes, serverTimeMs } = answer.value;
  const records = new Map([...nodes].map(([id, node]) => [id, node && toCustomerRecord(node)]));
  return ok({ records, presence: presenceOf([...records.values()].filter((record) => record !== null)), serverTimeMs });
}

function presenceOf(records: readonly CustomerRecord[]): Presence {
  const count = (shows: (record: CustomerRecord) => boolean) => records.filter(shows).length;
  return {
    records: records.length,
    withAddress: count(({ email }) => email !== null),
    withName: count(({ firstName, lastName }) => firstName !== null || lastName !== null),
    withPhone: count(({ phone }) => phone !== null),
  };
}
