import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * @param text a phone as a person or Shopify wrote it
 * @param countryCode ISO 3166-1 alpha-2 of the customer's address, for numbers without a country code; an unknown one counts as none
 * @returns E.164 (`+` and up to 15 digits), or null for what is no valid number. Text around a number is not searched.
 */
export function normalisePhone(text: string, countryCode: string | null): string | null {
  const country = countryCode?.toUpperCase();
  const known = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const phone = parsePhoneNumberFromString(text.trim(), { extract: false, ...(known && { defaultCountry: known }) });
  return phone?.isValid() && phone.ext === undefined ? phone.number : null;
}
