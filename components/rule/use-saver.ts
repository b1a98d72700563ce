"use client";

import { useCallback, useRef, useState } from "react";
import type { ActionState } from "@/lib/http/action-state";
import type { DraftRule } from "@/lib/rules/draft";
import { sameJson } from "./same-json";
import type { SaveFailure } from "./save-status";

/** Saves a draft: fields `rule` (JSON), `revision`, `keepRunning`; done with `revision` and `stopped`. */
export type SaveDraftAction = (form: FormData) => Promise<ActionState>;

export interface SavedDraft {
  rule: DraftRule;
  revision: number;
}

export interface SaveOptions {
  /** Saves over this revision, whatever was seen. */
  over?: number;
  /** Also when nothing changed since the last save. */
  isForced?: boolean;
}

/** What to save: read at the moment of saving, so that a save that waited takes the newest text. */
type ReadDraft = () => { rule: DraftRule; keepRunning: boolean };

const UNREACHABLE: SaveFailure = { message: { key: "rule.save.unreachable" }, conflict: null };

/** Saves one at a time, over the revision that the last save gave. */
export function useSaver(initial: SavedDraft, action: SaveDraftAction, read: ReadDraft) {
  const saved = useRef(initial);
  const running = useRef<Promise<number | null> | null>(null);
  const [shown, setShown] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [isStopped, setStopped] = useState(false);
  const [failed, setFailed] = useState<{ failure: SaveFailure; rule: DraftRule } | null>(null);

  const send = useCallback(
    async (revision: number): Promise<number | null> => {
      const { rule, keepRunning } = read();
      setSaving(true);
      const answer = await saveOver(action, { rule, keepRunning, revision });
      setSaving(false);
      if ("failure" in answer) {
        setFailed({ failure: answer.failure, rule });
        return null;
      }
      saved.current = { rule, revision: answer.revision };
      setShown(saved.current);
      setFailed(null);
      if (answer.stopped) setStopped(true);
      return answer.revision;
    },
    [action, read],
  );

  const save = useCallback(
    async ({ over, isForced = false }: SaveOptions = {}): Promise<number | null> => {
      while (running.current) await running.current;
      if (over === undefined && !isForced && sameJson(read().rule, saved.current.rule)) return saved.current.revision;
      running.current = send(over ?? saved.current.revision);
      const revision = await running.current;
      running.current = null;
      return revision;
    },
    [read, send],
  );

  return { save, saved: shown, isSaving, isStopped, failed };
}

type Answer = { revision: number; stopped: boolean } | { failure: SaveFailure };

/** A lost connection and a refused body reject the call; both leave the text where it is. */
async function saveOver(
  action: SaveDraftAction,
  draft: { rule: DraftRule; keepRunning: boolean; revision: number },
): Promise<Answer> {
  const form = new FormData();
  form.set("rule", JSON.stringify(draft.rule));
  form.set("revision", String(draft.revision));
  form.set("keepRunning", String(draft.keepRunning));
  try {
    return answerOf(await action(form));
  } catch {
    return { failure: UNREACHABLE };
  }
}

function answerOf(state: ActionState): Answer {
  switch (state.status) {
    case "done":
      return { revision: Number(state.value?.revision), stopped: state.value?.stopped === true };
    case "failed": {
      const isConflict = state.message.key === "rule.errors.edited_elsewhere";
      const theirs = state.message.params?.revision;
      return {
        failure: {
          // What is wrong with the text as a whole says more than that something is.
          message: state.fields.rule ?? state.message,
          conflict: isConflict ? { theirs: theirs === undefined ? null : Number(theirs) } : null,
        },
      };
    }
    case "idle":
      throw new Error("A save answers.");
  }
}
