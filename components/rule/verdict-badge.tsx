"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { Tone } from "@/components/ui/tone";
import type { PreviewVerdict } from "@/lib/rules/preview";

const TONES: Record<PreviewVerdict, Tone> = {
  create: "success",
  update: "info",
  unchanged: "neutral",
  refused: "warning",
  filtered: "neutral",
};

/** The same colours as filled shapes. */
export const VERDICT_BARS: Record<PreviewVerdict, string> = {
  create: "bg-success-ink",
  update: "bg-info-ink",
  unchanged: "bg-line-strong",
  refused: "bg-warning-ink",
  filtered: "bg-control",
};

/** What would happen with one customer, as a word. */
export function VerdictBadge({ verdict }: { verdict: PreviewVerdict }) {
  const t = useTranslations("preview");
  return <Badge tone={TONES[verdict]}>{t(`verdicts.${verdict}`)}</Badge>;
}
