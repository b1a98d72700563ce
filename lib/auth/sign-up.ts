import { headers } from "next/headers";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, refuseField, type UseCaseError } from "@/lib/use-cases/errors";
import { createWorkspace } from "@/lib/use-cases/workspaces/create-workspace";
import { takeAttempt } from "./attempt-limits";
import { auth } from "./auth";
import { clientAddress } from "./client-address";
import { createUser } from "./create-user";

export interface SignUpInput {
  name: string;
  email: string;
  password: string;
  workspace: string;
  zone: string;
}

/**
 * Makes a user with a workspace of their own and signs them in. Should the second step fail, the user can sign in and make
 * the workspace at the start page.
 */
export async function signUp(input: SignUpInput): Promise<Result<true, UseCaseError>> {
  const asked = await headers();
  const wait = await takeAttempt({ address: clientAddress(asked) });
  if (wait > 0) return refuse("too_many", "too_many", { minutes: Math.ceil(wait / 60_000) });
  const created = await createUser(input);
  if (!created.ok) return refuseField("email", "auth.email_taken");
  await createWorkspace(created.value, { name: input.workspace, zone: input.zone });
  await auth().api.signInEmail({ body: { email: input.email, password: input.password }, headers: asked });
  return ok(true);
}
