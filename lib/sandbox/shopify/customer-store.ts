import { compareIds, type ShopCustomer, toWholeSecond } from "@/lib/sandbox/shopify/customer";
import { SortedList } from "@/lib/sandbox/shopify/sorted-list";

/** How a list is ordered. `micros` is the primary's time order; `seconds` the index's, where ties are ordered by id. */
export type CustomerOrder = "micros" | "seconds" | "id";

/** The value a customer is ordered by: a fixed-width time text, or its id. */
export function sortValue(customer: ShopCustomer, order: CustomerOrder): string {
  switch (order) {
    case "micros":
      return customer.updatedAt;
    case "seconds":
      return toWholeSecond(customer.updatedAt);
    case "id":
      return customer.id;
    default:
      throw new Error(`Unknown order ${order satisfies never}`);
  }
}

/** A place in an order: just at (value, id). */
export interface SortPlace {
  value: string;
  id: string;
}

/** Compares a customer with a place; 0 only for that very customer at that very value. */
export function comparePlace(customer: ShopCustomer, place: SortPlace, order: CustomerOrder): number {
  if (order !== "id") {
    const value = sortValue(customer, order);
    if (value !== place.value) return value < place.value ? -1 : 1;
  }
  return compareIds(customer.id, place.id);
}

/** Customers by id, by address, and in every order that lists use. Records are never changed in place. */
export class CustomerStore {
  private readonly byId = new Map<string, ShopCustomer>();
  private readonly idsByAddress = new Map<string, Set<string>>();
  readonly orders: Readonly<Record<CustomerOrder, SortedList<ShopCustomer>>> = {
    micros: new SortedList(orderBy("micros")),
    seconds: new SortedList(orderBy("seconds")),
    id: new SortedList(orderBy("id")),
  };

  get size(): number {
    return this.byId.size;
  }

  get(id: string): ShopCustomer | undefined {
    return this.byId.get(id);
  }

  /** The customer with this address, whatever the case; the lowest id where several share it. */
  getByAddress(address: string): ShopCustomer | undefined {
    const ids = [...(this.idsByAddress.get(address.toLowerCase()) ?? [])].sort(compareIds);
    return ids[0] === undefined ? undefined : this.byId.get(ids[0]);
  }

  all(): ShopCustomer[] {
    return this.orders.id.slice(0, this.size);
  }

  put(customer: ShopCustomer): void {
    this.delete(customer.id);
    this.index(customer);
    for (const list of Object.values(this.orders)) list.insert(customer);
  }

  putMany(customers: readonly ShopCustomer[]): void {
    for (const customer of customers) {
      const old = this.byId.get(customer.id);
      if (old) this.unindex(old);
      this.index(customer);
    }
    const everyone = [...this.byId.values()];
    for (const list of Object.values(this.orders)) list.replaceAll(everyone);
  }

  delete(id: string): boolean {
    const old = this.byId.get(id);
    if (!old) return false;
    for (const list of Object.values(this.orders)) list.remove(old);
    this.unindex(old);
    return true;
  }

  clear(): void {
    this.byId.clear();
    this.idsByAddress.clear();
    for (const list of Object.values(this.orders)) list.replaceAll([]);
  }

  private index(customer: ShopCustomer): void {
    this.byId.set(customer.id, customer);
    const address = customer.email?.address.toLowerCase();
    if (address === undefined) return;
    const ids = this.idsByAddress.get(address) ?? new Set();
    this.idsByAddress.set(address, ids.add(customer.id));
  }

  private unindex(customer: ShopCustomer): void {
    this.byId.delete(customer.id);
    const address = customer.email?.address.toLowerCase();
    if (address !== undefined) this.idsByAddress.get(address)?.delete(customer.id);
  }
}

function orderBy(order: CustomerOrder): (left: ShopCustomer, right: ShopCustomer) => number {
  return (left, right) => comparePlace(left, { value: sortValue(right, order), id: right.id }, order);
}
