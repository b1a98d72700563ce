"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { QueryProvider } from "@/components/ui/query-provider";
import type { FormAction } from "@/lib/http/action-state";
import type { DraftRule } from "@/lib/rules/draft";
import type { AccountShape } from "@/lib/rules/problems";
import type { Caps } from "@/lib/rules/schema";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { CapsFields } from "./caps-fields";
import { ConsentPolicy } from "./consent-policy";
import { toDraft } from "./edited-rule";
import { FilterConditions } from "./filter-conditions";
import { LiveEditDialog } from "./live-edit-dialog";
import { MappingTable } from "./mapping-table";
import { capsFrom, writesOf } from "./preview-figures";
import { PreviewPanel } from "./preview-panel";
import { mayPublish, type PreviewView, previewView } from "./preview-state";
import { PublishDialog } from "./publish-dialog";
import { RecordPolicies } from "./record-policies";
import { SaveIndicator } from "./save-indicator";
import { TargetLists } from "./target-lists";
import { type DraftEditor, type LiveChoice, useDraft } from "./use-draft";
import { type StartPreviewAction, usePreview } from "./use-preview";
import type { SaveDraftAction } from "./use-saver";

export interface RuleBuilderProps {
  rule: DraftRule;
  revision: number;
  account: AccountShape;
  /** Other syncs by the attribute of this account that they write. */
  rivals: Readonly<Record<string, string>>;
  /** The version that runs or ran; null: never published. */
  liveNumber: number | null;
  liveChoice: LiveChoice;
  preview: ShownPreview | null;
  /** Records that a re-send after publishing is about. */
  listed: number;
  /** Whether some alert channel is known to work. */
  isHeard: boolean;
  /** When the page was made, epoch ms. */
  nowMs: number;
  mayEdit: boolean;
  /** Address of this page. */
  path: string;
  previewsPath: string;
  actions: {
    save: SaveDraftAction;
    startPreview: StartPreviewAction;
    publish: FormAction;
    signInAgain: () => Promise<void>;
  };
}

/** The rule and, beside it, what it would do. */
export function RuleBuilder(props: RuleBuilderProps) {
  return (
    <QueryProvider>
      <Builder {...props} />
    </QueryProvider>
  );
}

function Builder({
  rule,
  revision,
  account,
  liveChoice,
  preview: initial,
  path,
  previewsPath,
  actions,
  ...rest
}: RuleBuilderProps) {
  const { rivals, liveNumber, listed, isHeard, mayEdit, nowMs } = rest;
  const draft = useDraft({ initial: { rule, revision }, initialChoice: liveChoice, account, action: actions.save });
  const shown = usePreview({ initial, previewsPath, action: actions.startPreview, save: draft.save });
  const view = shown.isWaiting
    ? ({ kind: "running" } as const)
    : previewView(shown.preview, toDraft(draft.rule), nowMs);
  const { totals, callsPerMinute } = shown.preview ?? { totals: null, callsPerMinute: 0 };
  useRefreshedHeader(draft.isStopped);
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_27rem] xl:items-start">
      <div className="grid min-w-0 gap-4">
        <BuilderHead draft={draft} liveNumber={liveNumber} mayEdit={mayEdit} path={path} />
        <RuleForm
          draft={draft}
          account={account}
          rivals={rivals}
          mayEdit={mayEdit}
          proposed={totals && writesOf(totals) > 0 ? capsFrom(totals, callsPerMinute) : null}
        />
      </div>
      <div className="min-w-0 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto">
        <PreviewSide
          draft={draft}
          shown={shown}
          view={view}
          listed={listed}
          isHeard={isHeard}
          mayEdit={mayEdit}
          actions={actions}
        />
      </div>
      {liveNumber === null ? null : (
        <LiveEditDialog
          isOpen={draft.isDirty && draft.choice === "open"}
          version={liveNumber}
          onChoose={draft.choose}
          onDiscard={draft.discard}
        />
      )}
    </div>
  );
}

interface RuleFormProps extends Pick<RuleBuilderProps, "account" | "rivals" | "mayEdit"> {
  draft: DraftEditor;
  proposed: Caps | null;
}

/** Every part of the rule; all of it is out of reach for who may only look. */
function RuleForm({ draft, account, rivals, mayEdit, proposed }: RuleFormProps) {
  const parts = { rule: draft.rule, edit: draft.edit, faults: draft.faults };
  return (
    <fieldset disabled={!mayEdit} className="grid min-w-0 gap-4">
      <MappingTable {...parts} account={account} rivals={rivals} />
      <FilterConditions {...parts} />
      <ConsentPolicy {...parts} />
      <TargetLists {...parts} account={account} />
      <RecordPolicies {...parts} />
      <CapsFields {...parts} proposed={proposed} />
    </fieldset>
  );
}

interface PreviewSideProps extends Pick<RuleBuilderProps, "listed" | "isHeard" | "mayEdit" | "actions"> {
  draft: DraftEditor;
  shown: ReturnType<typeof usePreview>;
  view: PreviewView;
}

function PreviewSide({ draft, shown, view, listed, isHeard, mayEdit, actions }: PreviewSideProps) {
  return (
    <PreviewPanel
      preview={shown.preview}
      view={view}
      isStarting={shown.isStarting}
      isUnread={shown.isUnread}
      refusal={shown.refusal}
      missing={Object.values(draft.faults.missing)}
      isUnfit={draft.faults.problems.some((problem) => problem.blocks)}
      isUnsavable={draft.status.kind === "incomplete" || draft.status.kind === "asking"}
      mayStart={mayEdit}
      onStart={shown.start}
      publish={
        <PublishDialog
          preview={shown.preview}
          listed={listed}
          isHeard={isHeard}
          isAllowed={mayPublish(view, draft.status.kind === "saved")}
          action={actions.publish}
          signInAgain={actions.signInAgain}
        />
      }
    />
  );
}

/** The head of the page, which the server draws, says that the version stopped. */
function useRefreshedHeader(isStopped: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isStopped) router.refresh();
  }, [isStopped, router]);
}

interface BuilderHeadProps {
  draft: DraftEditor;
  liveNumber: number | null;
  mayEdit: boolean;
  path: string;
}

/** Whether the text is stored, and what becomes of the live version meanwhile. */
function BuilderHead({ draft, liveNumber, mayEdit, path }: BuilderHeadProps) {
  const t = useTranslations("rule");
  if (!mayEdit) return <Banner tone="info" title={t("read_only")} />;
  const { choice, isStopped } = draft;
  return (
    <>
      <div className="sticky top-12 z-20 -mx-1 flex min-h-9 flex-wrap items-center justify-between gap-2 bg-canvas px-1 py-1 lg:top-0">
        <SaveIndicator
          status={draft.status}
          onRetry={() => draft.save()}
          onOverwrite={(over) => draft.save({ over })}
          href={path}
        />
        <a href="#preview" className="font-medium text-accent-ink text-sm underline underline-offset-3 xl:hidden">
          {t("to_preview")}
        </a>
      </div>
      {liveNumber !== null && choice === "keep" ? (
        <Banner
          tone="info"
          title={t("live_edit.kept", { number: liveNumber })}
          action={
            <Button size="small" disabled={draft.status.kind === "incomplete"} onClick={draft.stop}>
              {t("live_edit.stop_now")}
            </Button>
          }
        />
      ) : null}
      {isStopped ? <Banner tone="warning" title={t("live_edit.stopped")} /> : null}
    </>
  );
}
