import type { ListOrder, SortPlace } from "@/lib/sandbox/shopify/record-store";

/**
 * Mints a page cursor in the shape that live answers have: base64 of `{"last_id", "last_value"}`. The value is database time text with
 * microseconds (unfiltered, by time), epoch milliseconds (filtered, by time) or the id as text. Clients must treat it as opaque.
 */
export function mintCursor(place: SortPlace, order: ListOrder): string {
  return Buffer.from(`{"last_id":${place.id},"last_value":${writeValue(place, order)}}`).toString("base64");
}

function writeValue({ value }: SortPlace, order: ListOrder): string {
  switch (order) {
    case "micros":
      return JSON.stringify(value.replace("T", " ").replace("Z", ""));
    case "created":
      return JSON.stringify(value.replace("T", " ").replace("Z", ".000000"));
    case "seconds":
      return String(Date.parse(value));
    case "id":
      return JSON.stringify(value);
    default:
      throw new Error(`Unknown order ${order satisfies never}`);
  }
}

const SHAPES: Readonly<Record<ListOrder, RegExp>> = {
  micros: /^\{"last_id":(\d+),"last_value":"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{6})"\}$/,
  created: /^\{"last_id":(\d+),"last_value":"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.000000"\}$/,
  seconds: /^\{"last_id":(\d+),"last_value":(\d+)\}$/,
  id: /^\{"last_id":(\d+),"last_value":"(\d+)"\}$/,
};

/** @returns the place, or undefined when the cursor is broken or belongs to a list in another order */
export function readCursor(cursor: string, order: ListOrder): SortPlace | undefined {
  const match = SHAPES[order].exec(Buffer.from(cursor, "base64").toString("utf8"));
  const [, id, first, second] = match ?? [];
  if (id === undefined || first === undefined) return undefined;
  switch (order) {
    case "micros":
    case "created":
      return { id, value: `${first}T${second}Z` };
    case "seconds":
      return { id, value: `${new Date(Number(first)).toISOString().slice(0, 19)}Z` };
    case "id":
      return { id, value: first };
    default:
      throw new Error(`Unknown order ${order satisfies never}`);
  }
}
