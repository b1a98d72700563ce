import { cookies } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, localeOf } from "./locales";
import { loadMessages } from "./messages";

/** The language comes from a cookie that follows the workspace's setting; the zone of a workspace is set by its layout. */
export default getRequestConfig(async () => {
  const locale = localeOf((await cookies()).get(LOCALE_COOKIE)?.value);
  return { locale, messages: await loadMessages(locale), timeZone: "UTC", now: new Date() };
});
