import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { SyncLine } from "@/lib/use-cases/syncs/sync-view";
import { healthLook, syncHealth } from "./sync-health";

/** How a sync is: icon, word, colour. */
export function SyncStatus({ sync }: { sync: Pick<SyncLine, "state" | "runs"> }) {
  const t = useTranslations("syncs");
  const health = syncHealth(sync);
  const { tone, icon, busy } = healthLook(health);
  return (
    <Status icon={icon} tone={tone} busy={busy}>
      {t(`states.${health}`)}
    </Status>
  );
}
