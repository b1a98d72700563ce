import { GraphQLError } from "graphql";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { ShopOrder } from "@/lib/sandbox/shopify/order";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import type { ListedKind } from "@/lib/sandbox/shopify/record-list";
import { idFromGid } from "@/lib/sandbox/shopify/record-text";
import { CUSTOMER_COUNT, CUSTOMER_LIST, ORDERS } from "@/lib/sandbox/shopify/search-fields";
import { toWireCustomer } from "@/lib/sandbox/shopify/wire-customer";
import { toWireOrder } from "@/lib/sandbox/shopify/wire-order";

/** Without `read_all_orders` an app sees the orders of this long. Source: Shopify's access scopes page. */
const WALL_MS = 60 * 86_400_000;

/** What one request may read of the shop. Every way in asks for its scope first, as Shopify does. */
export function createReaders(context: ReadContext) {
  const { state, hostMs } = context;
  const { customers, orders, settings } = state;
  const wireCustomer = (customer: ShopCustomer | undefined) =>
    customer === undefined ? null : toWireCustomer(customer, context.visible);
  const wireOrder = (order: ShopOrder) =>
    toWireOrder(order, {
      visible: context.visible,
      customerOf(id) {
        requireScope(context, "read_customers", "customer");
        return wireCustomer(customers.primary(hostMs).get(id));
      },
    });
  const beforeWall = wallOf(context);

  return {
    customer(id: string | undefined, field: string) {
      const found = id === undefined ? undefined : customers.primary(hostMs).get(id);
      if (found || field === "customer") requireScope(context, "read_customers", field);
      return wireCustomer(found);
    },
    customerBy(identifier: Record<string, string | null | undefined>) {
      requireScope(context, "read_customers", "customerByIdentifier");
      return wireCustomer(findCustomer(context, identifier));
    },
    /** An order behind the wall is null, as one that never was. */
    order(id: string | undefined, field: string) {
      const found = id === undefined ? undefined : orders.primary(hostMs).get(id);
      if (found || field === "order") requireScope(context, "read_orders", field);
      return found && !beforeWall?.(found) ? wireOrder(found) : null;
    },
    customers(connection: "customers" | "customersCount"): ListedKind<ShopCustomer> {
      requireScope(context, "read_customers", connection);
      return {
        connection,
        fields: connection === "customers" ? CUSTOMER_LIST : CUSTOMER_COUNT,
        primary: customers.primary(hostMs),
        index: customers.index(hostMs, settings.indexLagMs),
        visible: undefined,
        toWire: (customer) => toWireCustomer(customer, context.visible),
      };
    },
    orders(connection: "orders" | "ordersCount"): ListedKind<ShopOrder> {
      requireScope(context, "read_orders", connection);
      return {
        connection,
        fields: ORDERS,
        primary: orders.primary(hostMs),
        index: orders.index(hostMs, settings.indexLagMs),
        visible: beforeWall && ((order) => !beforeWall(order)),
        toWire: wireOrder,
      };
    },
  };
}

/** Which orders are too old for this token; undefined: none is. */
function wallOf({ scopes, shopMs, fault }: ReadContext): ((order: ShopOrder) => boolean) | undefined {
  if (scopes.includes("read_all_orders") && fault?.fault !== "sixty-days") return undefined;
  const oldest = new Date(shopMs - WALL_MS).toISOString();
  return ({ createdAt }) => createdAt < oldest;
}

function requireScope({ scopes, fault }: ReadContext, scope: "read_customers" | "read_orders", field: string): void {
  const granted = scopes.includes(scope) || scopes.includes(scope.replace("read_", "write_"));
  if (granted && fault?.fault !== "denied-scope") return;
  const requiredAccess = `\`${scope}\` access scope.`;
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes", requiredAccess },
  });
}

function findCustomer({ state, hostMs }: ReadContext, identifier: Record<string, string | null | undefined>) {
  const { id, emailAddress, phoneNumber } = identifier;
  const store = state.customers.primary(hostMs);
  if (id) return store.get(idFromGid(id, "Customer") ?? "");
  if (emailAddress) return store.getByAddress(emailAddress);
  return store.all().find(({ phone }) => phone !== null && phone.number === phoneNumber);
}
