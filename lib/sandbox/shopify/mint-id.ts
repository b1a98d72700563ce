import type { RecordStore, StoredRecord } from "@/lib/sandbox/shopify/record-store";
import { compareIds } from "@/lib/sandbox/shopify/record-text";
import type { Shelf } from "@/lib/sandbox/shopify/shelf";

export interface EditOptions {
  /** The record is stamped now and seen by reads only this much later, as when a transaction commits late. */
  commitDelayMs?: number;
}

/** The highest id that a kind of record has or had. */
export function highestId<T extends StoredRecord>({
  accepted,
  deletedIds,
}: Shelf<T, RecordStore<T>>): string | undefined {
  const last = accepted.orders.id.at(accepted.size - 1)?.id;
  const lastDeleted = [...deletedIds].sort(compareIds).at(-1);
  if (last === undefined || lastDeleted === undefined) return last ?? lastDeleted;
  return compareIds(last, lastDeleted) > 0 ? last : lastDeleted;
}

/** An id that was never used. @param first where none is yet */
export function nextId(highest: string | undefined, first: string): string {
  return highest === undefined ? first : String(BigInt(highest) + 1n);
}
