"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { RhythmPoint } from "@/lib/use-cases/silence/read-rhythm";

/** The drawing library is some hundred kilobytes: it comes after the page, and nobody without this chart loads it. */
const RhythmChart = dynamic(() => import("./rhythm-chart").then((made) => made.RhythmChart), { ssr: false });

/** The chart with what it says in words: for who cannot see it, the table below has every number. */
export function RhythmFigure({ points }: { points: readonly RhythmPoint[] }) {
  const t = useTranslations("rhythm");
  const silent = points.filter((point) => point.silent).length;
  const within = points.filter((point) => point.records >= point.low && point.records <= point.high).length;
  return (
    <figure className="grid grid-cols-1 gap-2">
      <div role="img" aria-label={t("chart_label", { reads: points.length, within, silent })} className="h-56 min-w-0">
        <RhythmChart points={points} />
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
        <Key className="h-0.5 bg-accent">{t("records")}</Key>
        <Key className="h-3 border border-accent-line bg-accent-soft">{t("usual")}</Key>
        {silent > 0 ? <Key className="size-2 rotate-45 bg-danger-solid">{t("silent")}</Key> : null}
      </figcaption>
    </figure>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`inline-block w-3 ${className}`} />
      {children}
    </span>
  );
}
