"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { endSession } from "@/lib/auth/end-session";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { saveDraft } from "@/lib/use-cases/drafts/save-draft";
import { enterAction } from "@/lib/use-cases/enter-action";
import { carryOutPreview } from "@/lib/use-cases/previews/carry-out-preview";
import { startPreview } from "@/lib/use-cases/previews/start-preview";
import { publish } from "@/lib/use-cases/publications/publish";
import { draftForm, previewForm, publishForm } from "./schema";

/** Saves the draft over the revision that the editor saw. */
export async function submitDraft(workspace: string, sync: string, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "save_draft", schema: draftForm }, async (input) =>
    saveDraft(await enterAction(workspace), { syncId: sync, ...input, rule: input.rule as never }),
  );
}

/** Begins a preview; the reading goes on after the answer. */
export async function submitPreview(workspace: string, sync: string, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "start_preview", schema: previewForm }, async ({ revision }) => {
    const context = await enterAction(workspace);
    const started = await startPreview(context, { syncId: sync, revision });
    if (started.ok) after(() => carryOutPreview(context.workspaceId, started.value.previewId));
    return started;
  });
}

/** Publishes what was previewed, then shows the sync. */
export async function submitPublish(
  workspace: string,
  sync: string,
  _previous: ActionState,
  form: FormData,
): Promise<ActionState> {
  return runAction(form, { name: "publish", schema: publishForm }, async (input) => {
    const published = await publish(await enterAction(workspace), { syncId: sync, ...input });
    if (!published.ok) return published;
    redirect(`/w/${workspace}/syncs/${sync}`);
  });
}

/** Publishing asks for a sign-in of the last minutes: ends this session and comes back to the rule. */
export async function submitSignInAgain(workspace: string, sync: string): Promise<void> {
  await endSession();
  redirect(`/sign-in?next=${encodeURIComponent(`/w/${workspace}/syncs/${sync}/rule`)}`);
}
