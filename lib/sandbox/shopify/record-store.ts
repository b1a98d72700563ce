import { compareIds, toWholeSecond } from "@/lib/sandbox/shopify/record-text";
import { SortedList } from "@/lib/sandbox/shopify/sorted-list";

/** What every record of the shop has. `updatedAt` has microseconds, which the API hides; `createdAt` is in whole seconds. */
export interface StoredRecord {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** How a list is ordered. `micros` is the primary's time order; `seconds` the index's, where ties are ordered by id; `created` the primary's by creation. */
export type ListOrder = "micros" | "seconds" | "id" | "created";

/** The value a record is ordered by: a fixed-width time text, or its id. */
export function sortValue(record: StoredRecord, order: ListOrder): string {
  switch (order) {
    case "micros":
      return record.updatedAt;
    case "seconds":
      return toWholeSecond(record.updatedAt);
    case "created":
      return record.createdAt;
    case "id":
      return record.id;
    default:
      throw new Error(`Unknown order ${order satisfies never}`);
  }
}

/** A place in an order: just at (value, id). */
export interface SortPlace {
  value: string;
  id: string;
}

/** Compares a record with a place; 0 only for that very record at that very value. */
export function comparePlace(record: StoredRecord, place: SortPlace, order: ListOrder): number {
  if (order !== "id") {
    const value = sortValue(record, order);
    if (value !== place.value) return value < place.value ? -1 : 1;
  }
  return compareIds(record.id, place.id);
}

/** Records by id and in every order that lists use. Records are never changed in place. */
export class RecordStore<T extends StoredRecord> {
  private readonly byId = new Map<string, T>();
  readonly orders: Readonly<Record<ListOrder, SortedList<T>>> = {
    micros: new SortedList<T>(orderBy("micros")),
    seconds: new SortedList<T>(orderBy("seconds")),
    id: new SortedList<T>(orderBy("id")),
    created: new SortedList<T>(orderBy("created")),
  };

  get size(): number {
    return this.byId.size;
  }

  get(id: string): T | undefined {
    return this.byId.get(id);
  }

  /** All, by id. */
  all(): T[] {
    return this.orders.id.slice(0, this.size);
  }

  put(record: T): void {
    this.delete(record.id);
    this.byId.set(record.id, record);
    this.enter(record);
    for (const list of Object.values(this.orders)) list.insert(record);
  }

  putMany(records: readonly T[]): void {
    for (const record of records) {
      const old = this.byId.get(record.id);
      if (old) this.leave(old);
      this.byId.set(record.id, record);
      this.enter(record);
    }
    const everyone = [...this.byId.values()];
    for (const list of Object.values(this.orders)) list.replaceAll(everyone);
  }

  delete(id: string): boolean {
    const old = this.byId.get(id);
    if (!old) return false;
    for (const list of Object.values(this.orders)) list.remove(old);
    this.byId.delete(id);
    this.leave(old);
    return true;
  }

  clear(): void {
    for (const record of this.byId.values()) this.leave(record);
    this.byId.clear();
    for (const list of Object.values(this.orders)) list.replaceAll([]);
  }

  /** For what a kind of record is also found by. */
  protected enter(_record: T): void {}
  protected leave(_record: T): void {}
}

function orderBy(order: ListOrder): (left: StoredRecord, right: StoredRecord) => number {
  return (left, right) => comparePlace(left, { value: sortValue(right, order), id: right.id }, order);
}
