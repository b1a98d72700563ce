/** The decimal id of a gid of this type, or undefined when the text is none. `gid://shopify/Customer/7000000000001` → `7000000000001` */
export function idFromGid(gid: string, type: "Customer" | "Order"): string | undefined {
  const [, found, id] = /^gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(gid) ?? [];
  return found === type ? id : undefined;
}

/** `gid://shopify/Customer/7000000000001`. */
export function gidOf(type: "Customer" | "Order" | "LineItem" | "Refund" | "BasicEvent", id: string): string {
  return `gid://shopify/${type}/${id}`;
}

/** Numeric order of decimal ids without converting them. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `2026-01-31T09:00:00.123456Z` → `2026-01-31T09:00:00Z`, as the API shows it. */
export function toWholeSecond(time: string): string {
  return `${time.slice(0, 19)}Z`;
}

/** Gives a time in whole seconds the six digits that the store sorts by. */
export function toMicros(time: string): string {
  return time.length === 20 ? `${time.slice(0, 19)}.000000Z` : time;
}
