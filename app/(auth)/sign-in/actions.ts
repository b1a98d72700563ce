"use server";

import { redirect } from "next/navigation";
import { returnPath } from "@/lib/auth/return-path";
import { signIn, signInToDemo } from "@/lib/auth/sign-in";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { enterDemoSchema, signInSchema } from "./schema";

export async function submitSignIn(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "sign_in", schema: signInSchema }, async ({ email, password, next }) => {
    const signedIn = await signIn(email, password);
    if (!signedIn.ok) return signedIn;
    redirect(returnPath(next));
  });
}

export async function submitEnterDemo(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "enter_demo", schema: enterDemoSchema }, async ({ next }) => {
    const signedIn = await signInToDemo();
    if (!signedIn.ok) return signedIn;
    redirect(returnPath(next));
  });
}
