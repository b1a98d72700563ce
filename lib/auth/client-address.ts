/**
 * The address that Next saw, or that the nearest proxy reported: the last entry of `x-forwarded-for`, since earlier ones are
 * the client's own words.
 */
export function clientAddress(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
}
