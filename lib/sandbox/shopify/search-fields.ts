import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { ShopOrder } from "@/lib/sandbox/shopify/order";
import type { StoredRecord } from "@/lib/sandbox/shopify/record-store";
import type { SearchTerm } from "@/lib/sandbox/shopify/search-terms";

/** How one connection reads a search: which fields it filters by, and what a record says for each. Null stands for a bare word. */
export interface SearchFields<T extends StoredRecord> {
  known: ReadonlySet<string>;
  valuesOf(field: string | null, record: T): string[];
  /** The field whose `updated_at` may work by whole shop-local days (customers) [?]. */
  mayGoByDay: boolean;
}

/** From the schema's own descriptions; the customers list has no `created_at`, the count has. */
export const CUSTOMER_LIST: SearchFields<ShopCustomer> = {
  known: new Set(["id", "updated_at", "email", "phone", "state", "tag", "country", "first_name", "last_name"]),
  valuesOf: customerValues,
  mayGoByDay: true,
};
export const CUSTOMER_COUNT: SearchFields<ShopCustomer> = {
  known: new Set(["id", "updated_at", "created_at"]),
  valuesOf: customerValues,
  mayGoByDay: true,
};
/** List and count of orders know the same fields. */
export const ORDERS: SearchFields<ShopOrder> = {
  known: new Set(["id", "updated_at", "created_at", "processed_at", "name", "email", "test", "tag", "customer_id"]),
  valuesOf: orderValues,
  mayGoByDay: false,
};

/**
 * A predicate for a text term. Unquoted and single-quoted values match by words (`ann@example.test` finds `joann.ann@example.test` too);
 * double quotes ask for the exact phrase.
 */
export function textMatcher<T extends StoredRecord>(term: SearchTerm, fields: SearchFields<T>): (record: T) => boolean {
  const wanted = term.value.toLowerCase();
  const exact = term.quote === '"';
  const tokens = words(wanted);
  return (record) =>
    fields.valuesOf(term.field, record).some((value) => {
      const text = value.toLowerCase();
      if (exact) return text === wanted;
      const have = new Set(words(text));
      return tokens.every((token) => have.has(token));
    });
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}

function customerValues(field: string | null, customer: ShopCustomer): string[] {
  switch (field) {
    case "email":
      return present(customer.email?.address);
    case "phone":
      return present(customer.phone?.number);
    case "state":
      return [customer.state];
    case "tag":
      return customer.tags;
    case "country":
      return present(customer.address?.countryCode);
    case "first_name":
      return present(customer.firstName);
    case "last_name":
      return present(customer.lastName);
    case null:
      return present(customer.email?.address, customer.firstName, customer.lastName);
    default:
      throw new Error(`The stand-in does not filter by ${field}`);
  }
}

function orderValues(field: string | null, order: ShopOrder): string[] {
  switch (field) {
    case "name":
      return [order.name];
    case "email":
      return present(order.email);
    case "test":
      return [String(order.test)];
    case "tag":
      return order.tags;
    case "customer_id":
      return present(order.customerId);
    case null:
      return present(order.name, order.email);
    default:
      throw new Error(`The stand-in does not filter by ${field}`);
  }
}

function present(...values: (string | null | undefined)[]): string[] {
  return values.filter((value) => value !== null && value !== undefined);
}
