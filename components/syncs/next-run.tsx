import { useTranslations } from "next-intl";
import { AbsoluteTime } from "@/components/ui/relative-time";
import type { SyncState } from "@/lib/runner/states";

/** When the next scheduled run is due, or why none is. */
export function NextRun({ state, atMs }: { state: SyncState; atMs: number | null }) {
  const t = useTranslations("syncs");
  if (state === "paused") return <p className="text-muted text-xs">{t("next_run_paused")}</p>;
  if (state === "draft") return <p className="text-muted text-xs">{t("next_run_draft")}</p>;
  if (atMs === null) return <p className="text-muted text-xs">{t("next_run_none")}</p>;
  return <p className="text-xs">{t.rich("next_run_at", { at: () => <AbsoluteTime at={atMs} seconds /> })}</p>;
}
