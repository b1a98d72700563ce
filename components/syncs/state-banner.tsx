import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { LinkButton } from "@/components/ui/link-button";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";

/** What a sync that is not paused wants its reader to know: that nothing runs yet, that a run is at work, that it is about to be paused. */
export function StateBanner({ sync, home }: { sync: SyncView; home: string }) {
  const t = useTranslations("syncs");
  if (sync.state === "draft")
    return (
      <Banner tone="info" title={t("draft_title")}>
        {t("draft_body")}
      </Banner>
    );
  if (sync.activeRunId !== null)
    return (
      <Banner
        tone="info"
        title={t("working_title")}
        action={<LinkButton href={`${home}/runs/${sync.activeRunId}`}>{t("run_again_link")}</LinkButton>}
      />
    );
  if (sync.state === "active" && sync.streak.failed > 0)
    return (
      <Banner tone="warning" title={t("streak_title", { count: sync.streak.failed })}>
        {t("streak_body", { threshold: sync.streak.threshold })}
      </Banner>
    );
  return null;
}
