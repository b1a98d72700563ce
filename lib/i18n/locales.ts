/** Languages that have message files. The first is the one that everything falls back to. */
export const LOCALES = ["en"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en";
export const LOCALE_COOKIE = "np-locale";

/** @returns the language asked for where we have it, else the default one */
export function localeOf(asked: string | null | undefined): Locale {
  return LOCALES.find((locale) => locale === asked) ?? DEFAULT_LOCALE;
}
