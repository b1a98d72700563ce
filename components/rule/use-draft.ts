"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { AccountShape } from "@/lib/rules/problems";
import { type EditedRule, type EditRule, toDraft, toEdited } from "./edited-rule";
import { type RuleFaults, ruleFaults } from "./rule-faults";
import { sameJson } from "./same-json";
import { type SaveStatus, saveStatusOf } from "./save-status";
import { useLeaveGuard, useSaveOnLeaving } from "./use-leave-guard";
import { type SaveDraftAction, type SavedDraft, type SaveOptions, useSaver } from "./use-saver";

const AUTOSAVE_AFTER_MS = 800;

/** What becomes of a live version while its rule is edited. */
export type LiveChoice = "not_needed" | "open" | "keep" | "stop";

export interface DraftEditor {
  rule: EditedRule;
  edit: EditRule;
  faults: RuleFaults;
  status: SaveStatus;
  isDirty: boolean;
  /** A save of this page stopped the live version. */
  isStopped: boolean;
  choice: LiveChoice;
  choose: (choice: "keep" | "stop") => void;
  /** Back to what is stored. */
  discard: () => void;
  /** Saves what is not saved yet. @returns the revision that holds the draft, or null */
  save: (options?: SaveOptions) => Promise<number | null>;
  /** Stops the live version that was kept running so far. */
  stop: () => void;
}

export interface DraftOptions {
  initial: SavedDraft;
  initialChoice: LiveChoice;
  account: AccountShape;
  action: SaveDraftAction;
}

/** The draft on the screen, saved by itself a moment after each edit. Nothing typed is ever dropped because a save failed. */
export function useDraft({ initial, initialChoice, account, action }: DraftOptions): DraftEditor {
  const [rule, setRule] = useState(() => toEdited(initial.rule));
  const [choice, choose] = useState(initialChoice);
  const draft = useMemo(() => toDraft(rule), [rule]);
  const faults = useMemo(() => ruleFaults(rule, account), [rule, account]);
  const newest = useRef({ rule: draft, keepRunning: choice !== "stop" });
  useEffect(() => {
    newest.current = { rule: draft, keepRunning: choice !== "stop" };
  }, [draft, choice]);
  const read = useCallback(() => newest.current, []);
  const { save, saved, isSaving, isStopped, failed } = useSaver(initial, action, read);

  const isDirty = !sameJson(draft, saved.rule);
  const failure = failed && (failed.failure.conflict || sameJson(failed.rule, draft)) ? failed.failure : null;
  const faultCount = Object.keys(faults.unsaved).length;
  const isAsking = isDirty && choice === "open";
  const status = saveStatusOf({ isDirty, isSaving, isAsking, faultCount, failure });
  useAutosave(status.kind === "unsaved", draft, save);
  useLeaveGuard(isDirty || isSaving, status.kind === "unsaved" || status.kind === "saving");
  useSaveOnLeaving(status.kind === "unsaved", save);

  return {
    rule,
    edit: useCallback((change) => setRule(change), []),
    faults,
    status,
    isDirty,
    isStopped,
    choice,
    choose,
    discard: () => setRule(toEdited(saved.rule)),
    save,
    stop: () => {
      choose("stop");
      newest.current = { ...newest.current, keepRunning: false };
      void save({ isForced: true });
    },
  };
}

/** Each edit begins the wait anew. */
function useAutosave(isWaiting: boolean, draft: unknown, save: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isWaiting || draft === null) return;
    const timer = setTimeout(() => void save(), AUTOSAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, draft, save]);
}
