"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { joinAsNew } from "@/lib/auth/join-as-new";
import { currentUser } from "@/lib/auth/session";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { acceptInvitation } from "@/lib/use-cases/invitations/accept-invitation";
import { signUpSchema } from "../../sign-up/schema";

const schema = z.object({ token: z.string() });

export async function submitJoin(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "join", schema }, async ({ token }) => {
    const user = await currentUser();
    if (!user) redirect("/sign-in");
    const joined = await acceptInvitation(user, token);
    if (!joined.ok) return joined;
    redirect(`/w/${joined.value.workspaceId}/syncs`);
  });
}

export async function submitJoinAsNew(_previous: ActionState, form: FormData): Promise<ActionState> {
  const person = schema.extend({ name: signUpSchema.shape.name, password: signUpSchema.shape.password });
  return runAction(form, { name: "join_as_new", schema: person }, async (input) => {
    const joined = await joinAsNew(input);
    if (!joined.ok) return joined;
    redirect(`/w/${joined.value.workspaceId}/syncs`);
  });
}
