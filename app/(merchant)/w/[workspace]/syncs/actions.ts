"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { enterAction } from "@/lib/use-cases/enter-action";
import { cancelRun } from "@/lib/use-cases/runs/cancel-run";
import { RUN_SCOPES, readRunOptions } from "@/lib/use-cases/runs/read-run-options";
import { requestRun } from "@/lib/use-cases/runs/request-run";
import { callSilenceFine } from "@/lib/use-cases/silence/call-silence-fine";
import { approveMassChange } from "@/lib/use-cases/syncs/approve-mass-change";
import { createSync } from "@/lib/use-cases/syncs/create-sync";
import { pauseSync } from "@/lib/use-cases/syncs/pause-sync";
import { resumeSync } from "@/lib/use-cases/syncs/resume-sync";
import { setSchedule } from "@/lib/use-cases/syncs/set-schedule";
import { setSettings } from "@/lib/use-cases/syncs/set-settings";
import { setWatches } from "@/lib/use-cases/syncs/set-watches";

const text = z.string().max(1_000);
const ofSync = z.object({ workspace: text, syncId: text });
/** A checkbox or switch: sent when on. */
const checked = z
  .literal("on")
  .optional()
  .transform((on) => on !== undefined);

export async function submitNewSync(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = z.object({ workspace: text, name: text, sourceConnectionId: text, destinationConnectionId: text });
  return runAction(form, { name: "create_sync", schema }, async ({ workspace, ...input }) => {
    const created = await createSync(await enterAction(workspace), input);
    if (!created.ok) return created;
    redirect(`/w/${workspace}/syncs/${created.value.syncId}/rule`);
  });
}

export async function submitRunNow(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "run_now", schema: ofSync }, async ({ workspace, syncId }) => {
    const run = await requestRun(await enterAction(workspace), { syncId });
    if (!run.ok) return run;
    redirect(`/w/${workspace}/syncs/${syncId}/runs/${run.value.runId}`);
  });
}

/** A run by hand with options, which are read in the workspace's zone. */
export async function submitRunOptions(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = ofSync.extend({
    scope: z.enum(RUN_SCOPES),
    from: text.default(""),
    records: text.default(""),
    resend: checked,
    confirmed: checked,
  });
  return runAction(form, { name: "run_options", schema }, async ({ workspace, syncId, ...typed }) => {
    const context = await enterAction(workspace);
    const options = readRunOptions(typed, context.zone);
    if (!options.ok) return options;
    const run = await requestRun(context, { syncId, ...options.value });
    if (!run.ok) return run;
    redirect(`/w/${workspace}/syncs/${syncId}/runs/${run.value.runId}`);
  });
}

export async function submitApproval(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = ofSync.extend({ shown: text });
  return runAction(form, { name: "approve_mass_change", schema }, async ({ workspace, ...input }) => {
    const approved = await approveMassChange(await enterAction(workspace), input);
    if (approved.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return approved;
  });
}

export async function submitSettings(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = ofSync.extend({ streakThreshold: text, resumeAfterOutage: checked, keepLedgerDays: text });
  return runAction(form, { name: "set_settings", schema }, async ({ workspace, ...input }) => {
    const set = await setSettings(await enterAction(workspace), input);
    if (set.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return set;
  });
}

export async function submitWatches(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = ofSync.extend({ silentAfterHours: text, lateAfterIntervals: text, emptyRuns: text });
  return runAction(form, { name: "set_watches", schema }, async ({ workspace, ...input }) => {
    const set = await setWatches(await enterAction(workspace), input);
    if (set.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return set;
  });
}

export async function submitSilenceFine(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "call_silence_fine", schema: ofSync }, async ({ workspace, syncId }) => {
    const called = await callSilenceFine(await enterAction(workspace), { syncId });
    if (called.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return called;
  });
}

export async function submitPause(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = ofSync.extend({ reason: text });
  return runAction(form, { name: "pause_sync", schema }, async ({ workspace, ...input }) => {
    const paused = await pauseSync(await enterAction(workspace), input);
    if (paused.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return paused;
  });
}

export async function submitResume(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = ofSync.extend({ reason: text });
  return runAction(form, { name: "resume_sync", schema }, async ({ workspace, ...input }) => {
    const resumed = await resumeSync(await enterAction(workspace), input);
    if (resumed.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return resumed;
  });
}

export async function submitSchedule(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = z.discriminatedUnion("kind", [
    ofSync.extend({ kind: z.literal("interval"), minutes: text }),
    ofSync.extend({ kind: z.literal("cron"), expression: text }),
    ofSync.extend({ kind: z.literal("off") }),
  ]);
  return runAction(form, { name: "set_schedule", schema }, async ({ workspace, ...input }) => {
    const set = await setSchedule(await enterAction(workspace), input);
    if (set.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return set;
  });
}

export async function submitCancel(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = z.object({ workspace: text, runId: text });
  return runAction(form, { name: "cancel_run", schema }, async ({ workspace, runId }) => {
    const asked = await cancelRun(await enterAction(workspace), { runId });
    if (asked.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return asked;
  });
}
