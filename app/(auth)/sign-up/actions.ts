"use server";

import { redirect } from "next/navigation";
import { signUp } from "@/lib/auth/sign-up";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { signUpSchema } from "./schema";

export async function submitSignUp(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "sign_up", schema: signUpSchema }, async (input) => {
    const signedUp = await signUp(input);
    if (!signedUp.ok) return signedUp;
    redirect("/");
  });
}
