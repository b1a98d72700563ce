"use client";

import { CircleAlert, CircleCheck, Eye, History, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FailureSentence } from "@/components/runs/failure-sentence";
import { failureKey } from "@/components/runs/failure-words";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";
import { useMessage } from "@/components/ui/form-message";
import { LiveRegion } from "@/components/ui/live-region";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import type { Message } from "@/lib/http/action-state";
import type { Failure } from "@/lib/runner/failures";
import type { FieldFault } from "@/lib/use-cases/errors";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { DigestLine } from "./digest-line";
import { PreviewSamples } from "./preview-samples";
import { mayPublish, type PreviewView } from "./preview-state";
import { PreviewTotals } from "./preview-totals";
import { useFault } from "./use-fault";

export interface PreviewPanelProps {
  preview: ShownPreview | null;
  view: PreviewView;
  isStarting: boolean;
  /** The state of a running preview could not be read just now. */
  isUnread: boolean;
  refusal: Message | null;
  /** What the rule still lacks before it can be previewed. */
  missing: FieldFault[];
  /** Something of the rule does not fit the account. */
  isUnfit: boolean;
  /** The text cannot be saved as it is. */
  isUnsavable: boolean;
  mayStart: boolean;
  onStart: () => void;
  publish: ReactNode;
}

/** What the draft would write, beside it. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { preview, view, isStarting, missing, isUnfit, isUnsavable, mayStart, onStart, publish } = props;
  const t = useTranslations("preview");
  const isBusy = isStarting || view.kind === "running";
  return (
    <Card
      id="preview"
      className="scroll-mt-16"
      title={t("title")}
      description={t("description")}
      actions={
        mayStart ? (
          <>
            <Button
              variant={mayPublish(view, true) ? "secondary" : "primary"}
              onClick={onStart}
              disabled={isBusy || isUnfit || isUnsavable || missing.length > 0}
              aria-busy={isBusy || undefined}
            >
              {isBusy ? <LoaderCircle aria-hidden className="animate-spin" /> : <Eye aria-hidden />}
              {isStarting ? t("starting") : view.kind === "none" ? t("start") : t("again")}
            </Button>
            {publish}
          </>
        ) : null
      }
    >
      <div className="grid gap-4">
        <PreviewNotices {...props} />
        {preview && view.kind === "ready" && preview.totals ? (
          <>
            <PreviewTotals totals={preview.totals} callsPerMinute={preview.callsPerMinute} />
            <PreviewSamples samples={preview.samples} rule={preview.rule} />
          </>
        ) : null}
      </div>
    </Card>
  );
}

function PreviewNotices({ preview, view, isUnread, refusal, missing, isUnfit, mayStart }: PreviewPanelProps) {
  const t = useTranslations("preview");
  const say = useMessage();
  const sayFault = useFault();
  return (
    <div className="grid gap-3">
      <LiveRegion className="flex">
        <ViewStatus view={view} />
      </LiveRegion>
      {refusal ? <Banner tone="danger" role="alert" title={say(refusal)} /> : null}
      {isUnread ? <Banner tone="warning" title={t("unreachable")} /> : null}
      {mayStart && isUnfit ? <Banner tone="warning" title={t("unfit")} /> : null}
      {mayStart && missing.length > 0 ? (
        <Banner tone="info" title={t("needs")}>
          <ul className="grid list-disc pl-4">
            {missing.map((fault) => (
              <li key={fault.code}>{sayFault(fault)}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <StateBanner preview={preview} view={view} />
      {preview && view.kind === "ready" ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="flex items-center gap-1.5 text-muted text-xs">
            <span>{t("digest")}</span>
            <DigestLine digest={preview.digest} />
          </div>
          <p className="text-faint text-xs">
            {t.rich("started", { time: () => <AbsoluteTime at={preview.startedAtMs} /> })}
          </p>
        </div>
      ) : null}
    </div>
  );
}

function ViewStatus({ view }: { view: PreviewView }) {
  const t = useTranslations("preview");
  switch (view.kind) {
    case "none":
      return null;
    case "running":
      return (
        <Status icon={LoaderCircle} tone="info" busy>
          {t("running")}
        </Status>
      );
    case "failed":
      return (
        <Status icon={CircleAlert} tone="danger">
          {t("failed")}
        </Status>
      );
    case "ready": {
      if (view.isExpired) return <Outdated>{t("expired")}</Outdated>;
      if (view.isStale) return <Outdated>{t("stale")}</Outdated>;
      return (
        <Status icon={CircleCheck} tone="success">
          {t("ready")}
        </Status>
      );
    }
  }
}

function Outdated({ children }: { children: ReactNode }) {
  return (
    <Status icon={History} tone="warning">
      {children}
    </Status>
  );
}

function StateBanner({ preview, view }: { preview: ShownPreview | null; view: PreviewView }) {
  const t = useTranslations("preview");
  switch (view.kind) {
    case "none":
      return (
        <div className="grid gap-1 py-6 text-center">
          <p className="font-semibold text-sm">{t("empty_title")}</p>
          <p className="text-muted text-sm">{t("empty_body")}</p>
        </div>
      );
    case "running":
      return <p className="text-muted text-sm">{t("running_body")}</p>;
    case "failed":
      if (!preview?.failure) throw new Error("A failed preview has a cause.");
      return <FailedBanner failure={preview.failure} />;
    case "ready":
      if (view.isExpired) return <Banner tone="warning" title={t("expired_body")} />;
      return view.isStale ? <Banner tone="warning" title={t("stale_body")} /> : null;
  }
}

/** Why a preview failed, in the words that runs use, and what to do. */
function FailedBanner({ failure }: { failure: Failure }) {
  const t = useTranslations("preview");
  const say = useTranslations("failures");
  return (
    <Banner tone="danger" title={<FailureSentence failure={failure} />}>
      <p>{say(`next.${failureKey(failure.code)}`)}</p>
      <p className="mt-1 text-muted text-xs">
        {t("failed_body")} {t.rich("failure_code", { code: () => <Code>{failure.code}</Code> })}
      </p>
    </Banner>
  );
}
