"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Stat, StatList } from "@/components/ui/stat";
import type { Tone } from "@/components/ui/tone";
import type { RunCounts } from "@/lib/use-cases/runs/run-counts";
import { COUNT_PARTS } from "./count-parts";

const TONES: Partial<Record<(typeof COUNT_PARTS)[number], Tone>> = {
  delivered: "success",
  refused: "warning",
  held: "warning",
  failed: "danger",
  doubt: "warning",
};

/** Every record the run looked at, once; and the sum written out, so that anyone can check it. */
export function Counts({ counts }: { counts: RunCounts }) {
  const t = useTranslations("runs");
  const format = useFormatter();
  const parts = COUNT_PARTS.filter((part) => counts[part] > 0 || part === "delivered");
  return (
    <section aria-label={t("counts")} className="grid gap-2">
      <StatList className="sm:grid-cols-5">
        {(["read", ...COUNT_PARTS] as const).map((part) => (
          <Stat
            key={part}
            label={t(`count.${part}`)}
            value={format.number(counts[part])}
            detail={t(`count_hint.${part}`)}
            tone={part !== "read" && counts[part] > 0 ? TONES[part] : undefined}
          />
        ))}
      </StatList>
      <p className="text-muted text-xs tabular-nums" data-testid="counts-sum">
        {t("counts_add_up", {
          read: counts.read,
          parts: parts.map((part) => t(`count_part.${part}`, { count: counts[part] })).join(" + "),
        })}
      </p>
    </section>
  );
}
