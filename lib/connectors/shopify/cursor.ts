import { z } from "zod";
import type { WalkKind } from "@/lib/runner/reading-ports";

/**
 * Where a walk stands, as the runner stores it between pages and legs. Shopify's own cursor is opaque and lasts for one list of at most 25,000 rows, so a
 * long walk is several lists: `floor` says where the present one begins.
 */
export interface WalkPlace {
  kind: WalkKind;
  /** Shopify's cursor in the present list; null at its head. */
  after: string | null;
  /** Bound of the present list: for `updated` the epoch ms from which it goes down (null: from the newest), for `id` the id above which it begins. */
  floor: string | null;
  /** Rows met in the present list. */
  rows: number;
  /** The last row's time (`updated`, epoch ms) or id, to notice a list that turns back. */
  last: string | null;
  /** Ids met at the time `last` (`updated`): a list that begins there shows them again. Null when they were too many to remember. */
  tail: string[] | null;
}

const digits = z.string().regex(/^\d{1,20}$/);
const placeShape = z.tuple([
  z.enum(["updated", "id"]),
  z.string().nullable(),
  digits.nullable(),
  z.int().min(0),
  digits.nullable(),
  z.array(digits).nullable(),
]);

export const startOf = (kind: WalkKind): WalkPlace => ({
  kind,
  after: null,
  floor: kind === "id" ? "0" : null,
  rows: 0,
  last: null,
  tail: [],
});

export function writeCursor(place: WalkPlace): string {
  return JSON.stringify([place.kind, place.after, place.floor, place.rows, place.last, place.tail]);
}

/** @returns null for a cursor that this connector did not write, or wrote for another walk */
export function readCursor(kind: WalkKind, cursor: string): WalkPlace | null {
  let value: unknown;
  try {
    value = JSON.parse(cursor);
  } catch {
    return null;
  }
  const parsed = placeShape.safeParse(value);
  if (!parsed.success || parsed.data[0] !== kind) return null;
  const [, after, floor, rows, last, tail] = parsed.data;
  return { kind, after, floor, rows, last, tail };
}

/** The search text of the present list. Times must be quoted and in UTC: unquoted, one turns into shop-local midnight on a 200. */
export function queryOf(place: WalkPlace): string | null {
  if (place.kind === "id") return `id:>${place.floor ?? "0"}`;
  if (place.floor === null) return null;
  return `updated_at:<='${new Date(Number(place.floor)).toISOString().slice(0, 19)}Z'`;
}
