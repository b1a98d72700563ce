import { GraphQLError } from "graphql";
import { idFromGid, type ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { listCustomers, type PageArguments } from "@/lib/sandbox/shopify/customer-list";
import { countCustomers } from "@/lib/sandbox/shopify/customer-page";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { readSearch } from "@/lib/sandbox/shopify/read-search";
import { toWireCustomer } from "@/lib/sandbox/shopify/wire-customer";

/** Stable versions at the time of writing, oldest first; the next one is a release candidate. */
export const SUPPORTED_VERSIONS: readonly string[] = ["2026-01", "2026-04", "2026-07", "2026-10"];

/** The root of every query: GraphQL calls these with the field's arguments. */
export function rootFields(context: ReadContext): Record<string, unknown> {
  const { state, hostMs } = context;
  const primary = () => state.primary(hostMs);
  const wire = (customer: ShopCustomer | undefined) =>
    customer === undefined ? null : toWireCustomer(customer, context.visible);

  function node(gid: string): unknown {
    if (!/^gid:\/\/shopify\/\w+\/\d+/.test(gid)) throw new GraphQLError(`Invalid global id '${gid}'`);
    const id = idFromGid(gid);
    if (id === undefined || context.fault?.fault === "null-nodes") return null;
    const customer = primary().get(id);
    if (customer) requireCustomers(context, "Customer");
    return wire(customer);
  }

  return {
    shop: () => shopFields(context),
    currentAppInstallation: () => ({
      __typename: "AppInstallation",
      id: "gid://shopify/AppInstallation/1",
      accessScopes: context.scopes.map((handle) => ({ handle })),
    }),
    publicApiVersions: () => [
      ...SUPPORTED_VERSIONS.map((handle) => ({ handle, displayName: handle, supported: true })),
      { handle: "2027-01", displayName: "2027-01 (Release candidate)", supported: false },
      { handle: "unstable", displayName: "unstable", supported: false },
    ],
    customers: (args: PageArguments) => {
      requireCustomers(context, "customers");
      return listCustomers(context, args);
    },
    customersCount: (args: { query?: string | null; limit?: number | null }) => {
      requireCustomers(context, "customersCount");
      return count(context, args);
    },
    customer: ({ id }: { id: string }) => {
      requireCustomers(context, "customer");
      return wire(primary().get(idFromGid(id) ?? ""));
    },
    customerByIdentifier: ({ identifier }: { identifier: Record<string, string | null | undefined> }) => {
      requireCustomers(context, "customerByIdentifier");
      return wire(findByIdentifier(context, identifier));
    },
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

function requireCustomers({ scopes, fault }: ReadContext, field: string): void {
  const granted = scopes.includes("read_customers") || scopes.includes("write_customers");
  if (granted && fault?.fault !== "denied-scope") return;
  const requiredAccess = "`read_customers` access scope.";
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes", requiredAccess },
  });
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

function findByIdentifier({ state, hostMs }: ReadContext, identifier: Record<string, string | null | undefined>) {
  const { id, emailAddress, phoneNumber } = identifier;
  const store = state.primary(hostMs);
  if (id) return store.get(idFromGid(id) ?? "");
  if (emailAddress) return store.getByAddress(emailAddress);
  return store.all().find(({ phone }) => phone !== null && phone.number === phoneNumber);
}

function count(context: ReadContext, { query, limit }: { query?: string | null; limit?: number | null }) {
  if (context.fault?.fault === "count-cap") return { count: 10_000, precision: "AT_LEAST" };
  const plan = readSearch(context, query, "customersCount");
  const exact = countCustomers(context.state.index(context.hostMs), plan);
  const shown = context.fault?.fault === "count-lag" ? Math.max(0, exact - 1) : exact;
  if (limit !== null && limit !== undefined && shown > limit) return { count: limit, precision: "AT_LEAST" };
  return { count: shown, precision: "EXACT" };
}
