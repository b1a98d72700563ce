import pLimit from "p-limit";
import { CUSTOMERS_BY_IDS, CUSTOMERS_PAGE } from "@/lib/connectors/shopify/operations";
import { CALLS_AT_ONCE, CHUNK_SIZE, PAGE_SIZE } from "@/lib/runner/timing";
import type { Places } from "./places";
import { RULE } from "./population";

interface LoopCustomer {
  firstName: string | null;
  lastName: string | null;
  locale: string;
  numberOfOrders: string;
  amountSpent: { amount: string };
  defaultEmailAddress: { emailAddress: string; marketingState: string } | null;
  defaultAddress: { countryCodeV2: string | null } | null;
}

interface IdPage {
  customers: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
}

/**
 * What a careless afternoon writes: the same requests as the runner's and as many at once, but nothing is stored, proven, claimed, or looked at again.
 * @returns how many customers were posted
 */
export async function runPlainLoop(places: Places): Promise<number> {
  const atOnce = pLimit(CALLS_AT_ONCE);
  const ids = await listIds(places);
  let posted = 0;
  for (let from = 0; from < ids.length; from += CHUNK_SIZE) {
    const customers = await readByIds(places, ids.slice(from, from + CHUNK_SIZE));
    const subscribed = customers.filter((one) => one.defaultEmailAddress?.marketingState === "SUBSCRIBED");
    await Promise.all(subscribed.map((customer) => atOnce(() => post(places, customer))));
    posted += subscribed.length;
  }
  return posted;
}

async function listIds(places: Places): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const { customers }: IdPage = await ask<IdPage>(places, CUSTOMERS_PAGE, { first: PAGE_SIZE, after, query: null });
    ids.push(...customers.nodes.map(({ id }) => id));
    if (!customers.pageInfo.hasNextPage) return ids;
    after = customers.pageInfo.endCursor;
  }
}

const readByIds = async (places: Places, ids: string[]): Promise<LoopCustomer[]> =>
  (await ask<{ nodes: LoopCustomer[] }>(places, CUSTOMERS_BY_IDS, { ids })).nodes;

async function ask<T>(places: Places, query: string, variables: Record<string, unknown>): Promise<T> {
  const response = await fetch(`${places.apiUrl}/shopify/${places.shopDomain}/admin/api/2026-07/graphql.json`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-access-token": places.accessToken },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: T; errors?: unknown };
  if (!response.ok || errors !== undefined || data === undefined)
    throw new Error(`the shop answered ${response.status}`);
  return data;
}

async function post(places: Places, customer: LoopCustomer): Promise<void> {
  const response = await fetch(`${places.apiUrl}/brevo/v3/contacts`, {
    method: "POST",
    headers: { "content-type": "application/json", "api-key": places.apiKey },
    body: JSON.stringify({
      email: customer.defaultEmailAddress?.emailAddress,
      updateEnabled: true,
      listIds: RULE.lists.map(({ id }) => id),
      attributes: {
        FIRSTNAME: customer.firstName ?? "",
        LASTNAME: customer.lastName ?? "",
        COUNTRY: customer.defaultAddress?.countryCodeV2 ?? "",
        LANGUAGE: customer.locale,
        ORDERS_COUNT: Number(customer.numberOfOrders),
        TOTAL_SPENT: Number(customer.amountSpent.amount),
      },
    }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the account answered ${response.status}`);
}
