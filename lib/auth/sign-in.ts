import { APIError } from "better-auth/api";
import { headers } from "next/headers";
import { environment } from "@/lib/env";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "@/lib/use-cases/errors";
import { clearAttempts, takeAttempt } from "./attempt-limits";
import { auth } from "./auth";
import { clientAddress } from "./client-address";
import { endSession } from "./end-session";

/**
 * Signs in with address and password; a session that this browser had before ends, so that none survives a change of user.
 * An unknown address, a wrong password and an account without one get the same answer after the same work.
 */
export async function signIn(email: string, password: string): Promise<Result<true, UseCaseError>> {
  const asked = await headers();
  const address = clientAddress(asked);
  const wait = await takeAttempt({ account: email.toLowerCase(), address });
  if (wait > 0) return refuse("too_many", "too_many", { minutes: Math.ceil(wait / 60_000) });
  try {
    await endSession();
    await auth().api.signInEmail({ body: { email, password }, headers: asked });
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return refuse("unauthenticated", "auth.sign_in_refused");
    throw error;
  }
  await clearAttempts({ account: email.toLowerCase() });
  return ok(true);
}

/** Signs in the demo's owner. Elsewhere than on a demo installation it does not exist. */
export async function signInToDemo(): Promise<Result<true, UseCaseError>> {
  if (!environment().NIGHTPOST_DEMO) return refuse("not_found", "not_found");
  const api: { enterDemo?: (input: { headers: Headers }) => Promise<unknown> } = auth().api;
  if (!api.enterDemo) return refuse("not_found", "not_found");
  try {
    await api.enterDemo({ headers: await headers() });
  } catch (error) {
    if (error instanceof APIError && error.statusCode === 404) return refuse("unavailable", "auth.demo_not_seeded");
    throw error;
  }
  return ok(true);
}
