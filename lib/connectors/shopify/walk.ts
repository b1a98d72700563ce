import type { CustomerList } from "@/lib/connectors/shopify/answers";
import { startOf, type WalkPlace, writeCursor } from "@/lib/connectors/shopify/cursor";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";
import type { ListPage, ListRow } from "@/lib/runner/ports";

/** A list ends at 25,000 rows; a new one is begun with room to spare. */
const NEW_LIST_AT_ROWS = 20_000;
const LIST_LIMIT_ROWS = 25_000;
/** Filtered lists come from an index that lags; half an hour has been reported, so a list may begin only below a time this old. */
const INDEX_LAG_MS = 60 * 60_000;

const unreadable = (detail: string): Result<never, Failure> => err(failure("source.unreadable", `R1:${detail}`));

/** `gid://shopify/Customer/7000000000003` → `7000000000003`; text, because ids pass 2^53. */
export const idOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);

/**
 * Judges one page as it came and says where the walk goes on. A page that repeats an id, turns back or has a cursor that leads nowhere is a failed
 * read: each of these has been taken for an end of the list, or for ever.
 */
export function readPage(list: CustomerList, place: WalkPlace, serverTimeMs: number): Result<ListPage, Failure> {
  const rows = list.nodes.map((node) => ({
    id: idOf(node.id),
    updatedAtMs: node.updatedAt,
    subscribed: node.defaultEmailAddress?.marketingState === "SUBSCRIBED",
  }));
  if (new Set(rows.map((row) => row.id)).size !== rows.length) return unreadable("repeated_id");
  if (!isInOrder(rows, place)) return unreadable("order");
  const { hasNextPage, endCursor } = list.pageInfo;
  if (hasNextPage && (endCursor === null || endCursor === "" || endCursor === place.after)) return unreadable("cursor");

  const inside = rows.filter((row) => isInside(row, place));
  const next = hasNextPage ? nextPlace(place, rows, endCursor, serverTimeMs) : null;
  if (next && next.rows + rows.length > LIST_LIMIT_ROWS) return unreadable("walk_too_long");
  return ok({ rows: inside, nextCursor: next && writeCursor(next), serverTimeMs });
}

const positionOf = (row: ListRow, place: WalkPlace): bigint =>
  place.kind === "id" ? BigInt(row.id) : BigInt(-row.updatedAtMs);

/** Ids must rise strictly; times must not rise (several rows may share a second). Across pages as within one. */
function isInOrder(rows: readonly ListRow[], place: WalkPlace): boolean {
  const before = place.last === null ? null : place.kind === "id" ? BigInt(place.last) : -BigInt(place.last);
  let last = before;
  for (const row of rows) {
    const position = positionOf(row, place);
    if (last !== null && (position < last || (place.kind === "id" && position === last))) return false;
    last = position;
  }
  return true;
}

/** Rows outside a filtered list mean that the filter works by whole days or was ignored: dropped, the walk has met them already. */
function isInside(row: ListRow, place: WalkPlace): boolean {
  if (place.floor === null) return true;
  return place.kind === "id" ? BigInt(row.id) > BigInt(place.floor) : row.updatedAtMs <= Number(place.floor);
}

function nextPlace(place: WalkPlace, rows: readonly ListRow[], after: string | null, serverTimeMs: number): WalkPlace {
  const lastRow = rows.at(-1);
  const last = lastRow ? (place.kind === "id" ? lastRow.id : String(lastRow.updatedAtMs)) : place.last;
  const met = place.rows + rows.length;
  const mayBegin = place.kind === "id" || (last !== null && serverTimeMs - Number(last) > INDEX_LAG_MS);
  if (met >= NEW_LIST_AT_ROWS && mayBegin && last !== place.floor) return { ...startOf(place.kind), floor: last };
  return { ...place, after, rows: met, last };
}
