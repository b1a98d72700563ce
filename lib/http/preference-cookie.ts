import { environment } from "@/lib/env";

const YEAR_S = 365 * 24 * 3600;

/** Attributes of a cookie that remembers a preference: read by the server alone, for a year. */
export function preferenceCookie() {
  const secure = environment().APP_URL.startsWith("https://");
  return { maxAge: YEAR_S, sameSite: "lax", path: "/", httpOnly: true, secure } as const;
}
