"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { confirmPassword } from "@/lib/auth/confirm-password";
import { returnPath } from "@/lib/auth/return-path";
import { currentUser } from "@/lib/auth/session";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";

const schema = z.object({ password: z.string().min(1), next: z.string().optional() });

export async function submitConfirm(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "confirm", schema }, async ({ password, next }) => {
    const user = await currentUser();
    if (!user) redirect("/sign-in");
    const confirmed = await confirmPassword(user.email, password);
    if (!confirmed.ok) return confirmed;
    redirect(returnPath(next));
  });
}
