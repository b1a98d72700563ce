"use client";

import { useTranslations } from "next-intl";

/** How long something took, in words; ms. */
export function Duration({ ms }: { ms: number }) {
  const t = useTranslations("runs");
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return t("duration_seconds", { seconds });
  if (seconds < 3600) return t("duration_minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  return t("duration_hours", { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
}
