"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { enterAction } from "@/lib/use-cases/enter-action";
import { dismissHeld } from "@/lib/use-cases/held/dismiss-held";
import { retryHeld } from "@/lib/use-cases/held/retry-held";

const text = z.string().max(100);
const ofRecords = z.object({ workspace: text, syncId: text, recordId: text.optional() });

export async function submitRetry(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "retry_held", schema: ofRecords }, async ({ workspace, ...input }) => {
    const retried = await retryHeld(await enterAction(workspace), input);
    if (retried.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return retried;
  });
}

export async function submitDismiss(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "dismiss_held", schema: ofRecords }, async ({ workspace, ...input }) => {
    const dismissed = await dismissHeld(await enterAction(workspace), input);
    if (dismissed.ok) revalidatePath(`/w/${workspace}/syncs`, "layout");
    return dismissed;
  });
}
