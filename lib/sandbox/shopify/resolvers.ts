import { GraphQLError } from "graphql";
import { hookFields } from "@/lib/sandbox/shopify/hooks";
import { listEvents } from "@/lib/sandbox/shopify/list-events";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { createReaders } from "@/lib/sandbox/shopify/readers";
import { countListed, listRecords, type PageArguments } from "@/lib/sandbox/shopify/record-list";
import { idFromGid } from "@/lib/sandbox/shopify/record-text";

/** Stable versions at the time of writing, oldest first; the next one is a release candidate. */
export const SUPPORTED_VERSIONS: readonly string[] = ["2026-01", "2026-04", "2026-07", "2026-10"];

interface CountArguments {
  query?: string | null;
  limit?: number | null;
}

/** The root of every query: GraphQL calls these with the field's arguments. */
export function rootFields(context: ReadContext): Record<string, unknown> {
  const readers = createReaders(context);

  function node(gid: string): unknown {
    if (!/^gid:\/\/shopify\/\w+\/\d+/.test(gid)) throw new GraphQLError(`Invalid global id '${gid}'`);
    if (context.fault?.fault === "null-nodes") return null;
    return readers.customer(idFromGid(gid, "Customer"), "Customer") ?? readers.order(idFromGid(gid, "Order"), "Order");
  }

  return {
    shop: () => shopFields(context),
    currentAppInstallation: () => ({
      __typename: "AppInstallation",
      id: "gid://shopify/AppInstallation/1",
      accessScopes: context.scopes.map((handle) => ({ handle })),
    }),
    ...hookFields(context),
    publicApiVersions: () => [
      ...SUPPORTED_VERSIONS.map((handle) => ({ handle, displayName: handle, supported: true })),
      { handle: "2027-01", displayName: "2027-01 (Release candidate)", supported: false },
      { handle: "unstable", displayName: "unstable", supported: false },
    ],
    customers: (args: PageArguments) => listRecords(context, readers.customers("customers"), args),
    customersCount: (args: CountArguments) => countListed(context, readers.customers("customersCount"), args),
    orders: (args: PageArguments) => listRecords(context, readers.orders("orders"), args),
    ordersCount: (args: CountArguments) => countListed(context, readers.orders("ordersCount"), args),
    events: (args: PageArguments) => listEvents(context, args),
    customer: ({ id }: { id: string }) => readers.customer(idFromGid(id, "Customer"), "customer"),
    order: ({ id }: { id: string }) =>
      context.fault?.fault === "null-nodes" ? null : readers.order(idFromGid(id, "Order"), "order"),
    customerByIdentifier: ({ identifier }: { identifier: Record<string, string | null | undefined> }) =>
      readers.customerBy(identifier),
    node: ({ id }: { id: string }) => node(id),
    nodes: ({ ids }: { ids: string[] }) => {
      if (ids.length > 250)
        throw new GraphQLError(`The input array size of ${ids.length} is greater than the maximum allowed of 250.`, {
          extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" },
        });
      return ids.map(attempt(node));
    },
  };
}

/** GraphQL takes an Error as an item for that item's failure; a thrown one would fail the whole list. */
function attempt(read: (gid: string) => unknown): (gid: string) => unknown {
  return (gid) => {
    try {
      return read(gid);
    } catch (error) {
      if (error instanceof GraphQLError && error.extensions.code === "ACCESS_DENIED") return error;
      throw error;
    }
  };
}

function shopFields({ state }: ReadContext): Record<string, unknown> {
  const { id, ...shop } = state.settings.shop;
  return {
    __typename: "Shop",
    id: `gid://shopify/Shop/${id}`,
    ...shop,
    plan: { publicDisplayName: "Basic", partnerDevelopment: false, shopifyPlus: false },
  };
}
