import type { RowList } from "@/lib/connectors/shopify/answers";
import { startOf, type WalkPlace, writeCursor } from "@/lib/connectors/shopify/cursor";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";
import type { ListPage, ListRow, WalkKind } from "@/lib/runner/reading-ports";

export interface WalkLimits {
  newListAtRows: number;
  listLimitRows: number;
  indexLagMs: number;
  longestTail: number;
}

const LIMITS: WalkLimits = {
  /** A list ends at 25,000 rows; a new one is begun with room to spare. */
  newListAtRows: 20_000,
  listLimitRows: 25_000,
  /** Filtered lists come from an index that lags; half an hour has been reported, so a list may begin only below a time this old. */
  indexLagMs: 60 * 60_000,
  /** Ids of one second that a cursor carries at most; it is stored with the walk's progress. */
  longestTail: 500,
};

const unreadable = (detail: string): Result<never, Failure> => err(failure("source.unreadable", `R1:${detail}`));

/**
 * Judges one page as it came and says where the walk goes on. A page that repeats an id, turns back or has a cursor that leads nowhere is a failed
 * read: each of these has been taken for an end of the list, or for ever.
 */
export function readPage(
  list: RowList,
  place: WalkPlace,
  serverTimeMs: number,
  limits: WalkLimits = LIMITS,
): Result<ListPage, Failure> {
  const rows = list.nodes;
  if (new Set(rows.map((row) => row.id)).size !== rows.length) return unreadable("repeated_id");
  if (!isInOrder(rows, place.kind, null)) return unreadable("order");
  const { hasNextPage, endCursor } = list.pageInfo;
  if (hasNextPage && (endCursor === null || endCursor === "" || endCursor === place.after)) return unreadable("cursor");

  const inside = rows.filter((row) => isNew(row, place));
  if (!isInOrder(inside, place.kind, place.last)) return unreadable("order");
  const here = advance({ ...place, after: endCursor, rows: place.rows + rows.length }, inside, limits);
  if (!hasNextPage) return ok({ rows: inside, nextCursor: null, serverTimeMs });
  const next = nextList(here, serverTimeMs, limits) ?? here;
  if (next.rows + rows.length > limits.listLimitRows) return unreadable("walk_too_long");
  return ok({ rows: inside, nextCursor: writeCursor(next), serverTimeMs });
}

/** Ids must rise strictly; times must not rise (several rows may share a second). @param last the place's, to join pages */
function isInOrder(rows: readonly ListRow[], kind: WalkKind, last: string | null): boolean {
  const ascending = kind === "id" ? 1n : -1n;
  let before = last === null ? null : ascending * BigInt(last);
  for (const row of rows) {
    const position = ascending * BigInt(positionOf(row, kind));
    if (before !== null && (position < before || (kind === "id" && position === before))) return false;
    before = position;
  }
  return true;
}

const positionOf = (row: ListRow, kind: WalkKind): string => (kind === "id" ? row.id : String(row.updatedAtMs));

/**
 * Whether a row belongs into a list with a bound and was not met by the one before. Rows beyond the bound mean that the filter works by whole days or was
 * ignored: dropped too, the walk has met them.
 */
function isNew(row: ListRow, place: WalkPlace): boolean {
  if (place.floor === null) return true;
  if (place.kind === "id") return BigInt(row.id) > BigInt(place.floor);
  if (row.updatedAtMs !== Number(place.floor)) return row.updatedAtMs < Number(place.floor);
  return place.last !== place.floor || place.tail?.includes(row.id) !== true;
}

/** The place behind these rows. */
function advance(place: WalkPlace, rows: readonly ListRow[], limits: WalkLimits): WalkPlace {
  const lastRow = rows.at(-1);
  const last = lastRow ? positionOf(lastRow, place.kind) : place.last;
  return { ...place, last, tail: tailOf(place, rows, last, limits.longestTail) };
}

function tailOf(place: WalkPlace, rows: readonly ListRow[], last: string | null, longest: number): string[] | null {
  if (place.kind === "id") return [];
  const before = place.last === last ? place.tail : [];
  if (before === null) return null;
  const tail = [...before, ...rows.filter((row) => String(row.updatedAtMs) === last).map((row) => row.id)];
  return tail.length > longest ? null : tail;
}

/** @returns the head of a new list, once the present one is long and a bound can be trusted; null to stay in the present one */
function nextList(here: WalkPlace, serverTimeMs: number, limits: WalkLimits): WalkPlace | null {
  if (here.rows < limits.newListAtRows || here.last === null || here.last === here.floor) return null;
  if (here.kind === "id") return { ...startOf("id"), floor: here.last };
  if (here.tail === null || serverTimeMs - Number(here.last) <= limits.indexLagMs) return null;
  return { ...startOf("updated"), floor: here.last, last: here.last, tail: here.tail };
}
