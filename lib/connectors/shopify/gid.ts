/** `gid://shopify/Customer/7000000000003` → `7000000000003`; text, because ids pass 2^53. */
export const idOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);
