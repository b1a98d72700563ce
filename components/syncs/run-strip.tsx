import { useTranslations } from "next-intl";
import { runStateLook } from "@/components/runs/run-state";
import type { Tone } from "@/components/ui/tone";
import type { RunMark } from "@/lib/use-cases/syncs/sync-view";

/** Height as well as colour tells a failure from a success. */
const BARS: Record<Tone, string> = {
  success: "h-3.5 bg-success-ink",
  danger: "h-5 bg-danger-ink",
  warning: "h-4 bg-warning-ink",
  info: "h-3.5 bg-info-ink animate-pulse",
  neutral: "h-2 bg-control",
  accent: "h-3.5 bg-accent",
};
const LENGTH = 14;

/** The last runs as marks, newest at the right; read out as words. */
export function RunStrip({ runs }: { runs: readonly RunMark[] }) {
  const t = useTranslations("syncs");
  const words = useTranslations("runs");
  const states = runs.map((run) => words(`states.${run.state}`)).join(", ");
  const empty = Array.from({ length: Math.max(0, LENGTH - runs.length) }, (_, index) => index);
  return (
    <span
      role="img"
      aria-label={t("strip_label", { count: runs.length, states })}
      className="flex h-5 items-end gap-0.5"
    >
      {empty.map((index) => (
        <span key={index} className="h-1 w-1.5 rounded-sm bg-line" />
      ))}
      {runs.map((run) => (
        <span
          key={run.id}
          title={words(`states.${run.state}`)}
          className={`w-1.5 rounded-sm ${BARS[runStateLook(run.state).tone]}`}
        />
      ))}
    </span>
  );
}
