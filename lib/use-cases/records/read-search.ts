import { normaliseAddress } from "@/lib/rules/address";

/** What somebody looks for: a customer of the source by id, or whoever has an address. */
export type RecordSearch = { by: "id"; recordId: string } | { by: "address"; address: string };

const ID = /^(?:gid:\/\/shopify\/[A-Za-z]+\/)?#?(\d{1,20})$/;

/**
 * @param text an id as Shopify shows it, a `gid://shopify/Customer/…`, the address of a customer's page in the admin, or an e-mail address
 * @returns null for what is neither
 */
export function readSearch(text: string): RecordSearch | null {
  const typed = text.trim();
  const id = ID.exec(typed.replace(/^https:\/\/[^\s?#]+\/customers\/(\d{1,20})(?:[?#].*)?$/, "$1"))?.[1];
  if (id !== undefined) return { by: "id", recordId: id };
  const address = normaliseAddress(typed);
  return address === null ? null : { by: "address", address };
}
