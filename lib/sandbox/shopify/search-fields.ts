import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { SearchTerm } from "@/lib/sandbox/shopify/search-terms";

/**
 * A predicate for a text term. Unquoted and single-quoted values match by words (`ann@example.test` finds `joann.ann@example.test` too);
 * double quotes ask for the exact phrase.
 */
export function customerMatcher(term: SearchTerm): (customer: ShopCustomer) => boolean {
  const wanted = term.value.toLowerCase();
  const exact = term.quote === '"';
  const tokens = words(wanted);
  return (customer) =>
    valuesOf(term.field, customer).some((value) => {
      const text = value.toLowerCase();
      if (exact) return text === wanted;
      const have = new Set(words(text));
      return tokens.every((token) => have.has(token));
    });
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}

function valuesOf(field: string | null, customer: ShopCustomer): string[] {
  switch (field) {
    case "email":
      return present(customer.email?.address);
    case "phone":
      return present(customer.phone?.number);
    case "state":
      return [customer.state];
    case "tag":
      return customer.tags;
    case "country":
      return present(customer.address?.countryCode);
    case "first_name":
      return present(customer.firstName);
    case "last_name":
      return present(customer.lastName);
    case null:
      return present(customer.email?.address, customer.firstName, customer.lastName);
    default:
      throw new Error(`The stand-in does not filter by ${field}`);
  }
}

function present(...values: (string | null | undefined)[]): string[] {
  return values.filter((value) => value !== null && value !== undefined);
}
