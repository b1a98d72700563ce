export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_COOKIE = "np-theme";

/** What the cookie asks for; anything unknown follows the system. */
export function themeOf(stored: string | undefined): Theme {
  return THEMES.find((theme) => theme === stored) ?? "system";
}
