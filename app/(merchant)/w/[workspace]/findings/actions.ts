"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { enterAction } from "@/lib/use-cases/enter-action";
import { answerFinding } from "@/lib/use-cases/findings/answer-finding";

const one = z.object({ workspace: z.string(), findingId: z.string() });
const schema = z.discriminatedUnion("answer", [
  one.extend({ answer: z.literal("acknowledged") }),
  one.extend({ answer: z.literal("resolved") }),
  one.extend({ answer: z.literal("snoozed"), hours: z.string() }),
]);

export async function submitAnswer(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "answer_finding", schema }, async ({ workspace, ...input }) => {
    const context = await enterAction(workspace);
    const result = await answerFinding(context, input);
    revalidatePath(`/w/${context.workspaceId}`, "layout");
    return result;
  });
}
