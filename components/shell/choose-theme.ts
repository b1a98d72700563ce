"use server";

import { cookies } from "next/headers";
import { environment } from "@/lib/env";
import { THEME_COOKIE, themeOf } from "./theme";

const YEAR_S = 365 * 24 * 3600;

/** Remembers the theme in a cookie that the server reads, so that no page ever flashes the other one. */
export async function chooseTheme(asked: string): Promise<void> {
  const theme = themeOf(asked);
  const jar = await cookies();
  if (theme === "system") jar.delete(THEME_COOKIE);
  else {
    const secure = environment().APP_URL.startsWith("https://");
    jar.set(THEME_COOKIE, theme, { maxAge: YEAR_S, sameSite: "lax", path: "/", httpOnly: true, secure });
  }
}
