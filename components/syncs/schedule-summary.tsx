import { useTranslations } from "next-intl";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";
import { NextRun } from "./next-run";

/** The schedule for those who may not change it. */
export function ScheduleSummary({ sync }: { sync: SyncView }) {
  const t = useTranslations("syncs");
  const { kind, ...values } = sync.schedule;
  return (
    <div className="grid gap-2 text-sm">
      <p>{t(`schedule_now_${kind}`, values)}</p>
      <NextRun state={sync.state} atMs={sync.nextRunAtMs} />
    </div>
  );
}
