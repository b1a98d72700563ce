import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/lib/http/action-state";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";
import { WatchesForm } from "./watches-form";

interface Props {
  watches: SyncView["watches"];
  hidden: Readonly<Record<string, string>>;
  /** Null for those who may only look. */
  action: FormAction | null;
}

/** What the hourly watches wait for before they say something. */
export function WatchesCard({ watches, hidden, action }: Props) {
  const t = useTranslations("watches");
  return (
    <Card title={t("title")} description={action ? t("description") : undefined}>
      {action ? (
        <WatchesForm hidden={hidden} action={action} watches={watches} />
      ) : (
        <ul className="grid gap-1.5 text-sm">
          <li>{t("now_silent", { hours: watches.silentAfterHours })}</li>
          <li>{t("now_late", { intervals: watches.lateAfterIntervals })}</li>
          <li>{watches.emptyRuns === null ? t("now_empty_off") : t("now_empty", { runs: watches.emptyRuns })}</li>
        </ul>
      )}
    </Card>
  );
}
