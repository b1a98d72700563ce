"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { restoreVersion } from "@/lib/use-cases/drafts/restore-version";
import { enterAction } from "@/lib/use-cases/enter-action";

const text = z.string().max(100);
const form = z.object({ workspace: text, syncId: text, number: z.coerce.number(), revision: z.coerce.number() });

/** Puts an earlier version into the draft and opens the rule, where its preview is the next step. */
export async function submitRestore(_previous: ActionState, data: FormData): Promise<ActionState> {
  return runAction(data, { name: "restore_version", schema: form }, async ({ workspace, ...input }) => {
    const restored = await restoreVersion(await enterAction(workspace), input);
    if (!restored.ok) return restored;
    redirect(`/w/${workspace}/syncs/${input.syncId}/rule`);
  });
}
