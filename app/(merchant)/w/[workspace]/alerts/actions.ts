"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import type { Result } from "@/lib/kernel/result";
import { addChannel } from "@/lib/use-cases/alerts/add-channel";
import { removeChannel } from "@/lib/use-cases/alerts/remove-channel";
import { setRoute } from "@/lib/use-cases/alerts/set-route";
import { testChannel } from "@/lib/use-cases/alerts/test-channel";
import type { Context } from "@/lib/use-cases/context";
import { enterAction } from "@/lib/use-cases/enter-action";
import type { UseCaseError } from "@/lib/use-cases/errors";

const here = z.object({ workspace: z.string() });
const one = here.extend({ channelId: z.string() });

async function actIn<T>(workspaceId: string, act: (context: Context) => Promise<Result<T, UseCaseError>>) {
  const context = await enterAction(workspaceId);
  const result = await act(context);
  revalidatePath(`/w/${context.workspaceId}`, "layout");
  return result;
}

export async function submitAddChannel(_previous: ActionState, form: FormData): Promise<ActionState> {
  const named = here.extend({ name: z.string(), target: z.string() });
  const schema = z.discriminatedUnion("kind", [
    named.extend({ kind: z.literal("email") }),
    named.extend({ kind: z.literal("slack") }),
    named.extend({ kind: z.literal("webhook"), secret: z.string() }),
  ]);
  return runAction(form, { name: "add_channel", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => addChannel(context, input)),
  );
}

export async function submitRemoveChannel(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "remove_channel", schema: one }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => removeChannel(context, input)),
  );
}

export async function submitTestChannel(_previous: ActionState, form: FormData): Promise<ActionState> {
  const options = { name: "test_channel", schema: one, doneMessage: { key: "alerts.tested" } };
  return runAction(form, options, ({ workspace, ...input }) =>
    actIn(workspace, (context) => testChannel(context, input)),
  );
}

export async function submitRoute(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = one.extend({
    syncId: z.string().optional(),
    least: z.enum(["info", "warning", "critical", "none", "as_others"]),
  });
  return runAction(form, { name: "set_route", schema }, ({ workspace, syncId, ...input }) =>
    actIn(workspace, (context) => setRoute(context, { ...input, syncId: syncId ?? null })),
  );
}
