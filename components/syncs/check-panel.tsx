"use client";

import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FailureSentence } from "@/components/runs/failure-sentence";
import { Button } from "@/components/ui/button";
import { LiveRegion } from "@/components/ui/live-region";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import type { Failure } from "@/lib/runner/failures";
import type { EndsCheck, OneRecord } from "@/lib/use-cases/syncs/check-ends";
import { askForCheck, type CheckState } from "./ask-for-check";

/** Before resuming: do both ends answer now, what would become of one waiting record, how long will the rest take. */
export function CheckPanel({ workspaceId, syncId }: { workspaceId: string; syncId: string }) {
  const t = useTranslations("check");
  const [state, setState] = useState<CheckState>({ kind: "idle" });
  const check = async () => {
    setState({ kind: "asking" });
    setState(await askForCheck(workspaceId, syncId));
  };
  return (
    <div className="mt-2 grid gap-2 justify-self-stretch">
      <div>
        <Button size="small" onClick={check} disabled={state.kind === "asking"}>
          {state.kind === "asking" ? <LoaderCircle aria-hidden className="motion-safe:animate-spin" /> : null}
          {state.kind === "asking" ? t("asking") : t("check")}
        </Button>
      </div>
      <LiveRegion>
        {state.kind === "unread" ? <p>{t("unread")}</p> : null}
        {state.kind === "over" ? <p>{t("over")}</p> : null}
        {state.kind === "checked" ? <Checked check={state.check} /> : null}
      </LiveRegion>
    </div>
  );
}

function Checked({ check }: { check: EndsCheck }) {
  const t = useTranslations("check");
  return (
    <ul className="grid gap-1.5 text-ink">
      <Line fine={check.shopify === null} label={t("shopify")}>
        <EndWords failure={check.shopify} />
      </Line>
      <Line fine={check.brevo === null} label={t("brevo")}>
        <EndWords failure={check.brevo} />
      </Line>
      {check.record.kind === "none" ? null : (
        <Line fine={check.record.kind !== "failed"} label={t("record")}>
          <RecordWords record={check.record} />
        </Line>
      )}
      <li className="text-muted text-xs">
        {t("backlog", { count: check.backlog, minutes: check.minutes })}{" "}
        {t.rich("checked_at", { at: () => <AbsoluteTime at={check.checkedAtMs} seconds /> })}
      </li>
    </ul>
  );
}

function Line({ fine, label, children }: { fine: boolean; label: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Status icon={fine ? CircleCheck : CircleX} tone={fine ? "success" : "danger"} look="plain">
        {label}
      </Status>
      <span>{children}</span>
    </li>
  );
}

function EndWords({ failure }: { failure: Failure | null }) {
  const t = useTranslations("check");
  return failure === null ? t("answers") : <FailureSentence failure={failure} />;
}

function RecordWords({ record }: { record: Exclude<OneRecord, { kind: "none" }> }) {
  const t = useTranslations("check");
  const refusals = useTranslations("refusals");
  switch (record.kind) {
    case "failed":
      return <FailureSentence failure={record.failure} />;
    case "gone":
      return t("gone", { record: record.recordId });
    case "judged":
      return (
        <>
          {t(`verdicts.${record.verdict}`, { record: record.recordId })}{" "}
          {record.reason === null ? null : refusals(record.reason)}
        </>
      );
  }
}
