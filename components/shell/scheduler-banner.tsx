import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";

/** Above every page while the scheduler has stopped: nothing starts by itself. */
export function SchedulerBanner() {
  const t = useTranslations("shell");
  return (
    <Banner tone="danger" role="status" title={t("scheduler_stopped")}>
      {t("scheduler_stopped_next")}
    </Banner>
  );
}
