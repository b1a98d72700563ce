"use client";

import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { ReadVerdict } from "@/lib/runner/states";
import type { RunView, WalkView } from "@/lib/use-cases/runs/run-view";
import { evidenceSentence } from "./evidence";
import { FailureSentence } from "./failure-sentence";
import { receiptSentences } from "./receipt-sentences";

const LOOKS: Record<ReadVerdict | "none", { tone: Tone; icon: LucideIcon }> = {
  healthy: { tone: "success", icon: CircleCheck },
  proven_quiet: { tone: "success", icon: CircleCheck },
  suspect_short: { tone: "warning", icon: TriangleAlert },
  unreadable: { tone: "danger", icon: CircleX },
  none: { tone: "neutral", icon: CircleHelp },
};

/** What the run read, what that rests on, and the verdict. */
export function EvidenceCard({ run }: { run: RunView }) {
  const t = useTranslations("runs");
  const over = run.finishedAtMs !== null;
  const verdict = run.verdict ?? "none";
  const last = run.walks.at(-1);
  return (
    <Card
      title={t("evidence")}
      actions={
        <Status icon={LOOKS[verdict].icon} tone={LOOKS[verdict].tone}>
          {t(`verdicts.${verdict === "none" && over ? "never" : verdict}`)}
        </Status>
      }
    >
      <div className="grid gap-1 text-sm">
        {last ? (
          <>
            <WalkSentence walk={last} />
            <ReceiptLines walk={last} />
          </>
        ) : (
          <p className="text-muted">{over ? t("evidence_never") : t("evidence_none")}</p>
        )}
        {!last && run.failure && run.verdict === "unreadable" ? (
          <p>
            <FailureSentence failure={run.failure} />
          </p>
        ) : null}
      </div>
    </Card>
  );
}

/** What each receipt found, a line each. */
function ReceiptLines({ walk }: { walk: WalkView }) {
  const t = useTranslations("runs");
  const sentences = walk.evidence?.receipts ? receiptSentences(walk.evidence.receipts) : [];
  if (sentences.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-muted">
      {sentences.map(({ key, params }) => (
        <li key={`${key} ${params.ids ?? ""}`}>{t(`receipt_sentences.${key}`, params)}</li>
      ))}
    </ul>
  );
}

/** One walk in words. */
export function WalkSentence({ walk }: { walk: WalkView }) {
  const t = useTranslations("runs");
  const { key, params, counts } = evidenceSentence(walk);
  const receipts = walk.evidence?.failedReceipts ?? [];
  return (
    <p>
      {t(`read_sentences.${key}`, params)}{" "}
      {counts ? t("evidence_found", { queued: walk.evidence?.queued ?? walk.queued }) : null}
      {receipts.length > 0 ? ` ${t("receipts_failed", { receipts: receipts.join(", ") })}` : null}
    </p>
  );
}
