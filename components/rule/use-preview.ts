"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActionState, Message } from "@/lib/http/action-state";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { previewQuery } from "./preview-query";

/** Starts a preview: field `revision`; done with `previewId`. */
export type StartPreviewAction = (form: FormData) => Promise<ActionState>;

export interface PreviewOptions {
  initial: ShownPreview | null;
  /** Address below which the sync's previews are read. */
  previewsPath: string;
  action: StartPreviewAction;
  /** Saves the draft first. @returns the revision to preview, or null when it could not be saved */
  save: () => Promise<number | null>;
}

/** The newest preview, and a way to start another. */
export function usePreview({ initial, previewsPath, action, save }: PreviewOptions) {
  const [previewId, setPreviewId] = useState(initial?.id ?? null);
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<Message | null>(null);
  const query = useQuery({
    ...previewQuery(previewsPath, previewId),
    ...(initial?.id === previewId && initial ? { initialData: initial } : {}),
  });
  const start = async () => {
    setStarting(true);
    setRefusal(null);
    const revision = await save();
    const answer = revision === null ? null : await startAt(action, revision);
    if (answer && "previewId" in answer) setPreviewId(answer.previewId);
    else if (answer) setRefusal(answer.refusal);
    setStarting(false);
  };
  return {
    preview: query.data ?? null,
    isUnread: query.isError,
    isWaiting: previewId !== null && !query.data,
    isStarting,
    refusal,
    start,
  };
}

async function startAt(
  action: StartPreviewAction,
  revision: number,
): Promise<{ previewId: string } | { refusal: Message }> {
  const form = new FormData();
  form.set("revision", String(revision));
  try {
    const state = await action(form);
    if (state.status === "done") return { previewId: String(state.value?.previewId) };
    return { refusal: state.status === "failed" ? state.message : { key: "errors.unexpected" } };
  } catch {
    return { refusal: { key: "errors.unavailable" } };
  }
}
