"use server";

import { cookies } from "next/headers";
import { preferenceCookie } from "@/lib/http/preference-cookie";
import { THEME_COOKIE, themeOf } from "./theme";

/** Remembers the theme in a cookie that the server reads, so that no page ever flashes the other one. */
export async function chooseTheme(asked: string): Promise<void> {
  const theme = themeOf(asked);
  const jar = await cookies();
  if (theme === "system") jar.delete(THEME_COOKIE);
  else jar.set(THEME_COOKIE, theme, preferenceCookie());
}
