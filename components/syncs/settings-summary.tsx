import { useTranslations } from "next-intl";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";

/** The settings for those who may not change them. */
export function SettingsSummary({ sync }: { sync: Pick<SyncView, "streak" | "settings"> }) {
  const t = useTranslations("sync_settings");
  const { keepLedgerDays } = sync.settings;
  return (
    <ul className="grid gap-1.5 text-sm">
      <li>{t("now_threshold", { threshold: sync.streak.threshold })}</li>
      <li>{sync.settings.resumeAfterOutage ? t("now_resumes") : t("now_stays")}</li>
      <li>{keepLedgerDays === "forever" ? t("now_forever") : t("now_days", { days: keepLedgerDays })}</li>
    </ul>
  );
}
