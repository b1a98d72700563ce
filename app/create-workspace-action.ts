"use server";

import { redirect } from "next/navigation";
import { currentUser } from "@/lib/auth/session";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { refuse } from "@/lib/use-cases/errors";
import { createWorkspace, newWorkspaceSchema } from "@/lib/use-cases/workspaces/create-workspace";

export async function submitCreateWorkspace(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "create_workspace", schema: newWorkspaceSchema }, async (input) => {
    const user = await currentUser();
    if (!user) return refuse("unauthenticated", "unauthenticated");
    redirect(`/w/${await createWorkspace(user.id, input)}`);
  });
}
