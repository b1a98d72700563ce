import { APIError } from "better-auth/api";
import { headers } from "next/headers";
import type { Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "@/lib/use-cases/errors";
import { takeAttempt } from "./attempt-limits";
import { auth } from "./auth";
import { clientAddress } from "./client-address";
import { signIn } from "./sign-in";

/** Proves the password of whoever is signed in, and gives them a new session in place of this one. A wrong password counts as an attempt and ends nothing. */
export async function confirmPassword(email: string, password: string): Promise<Result<true, UseCaseError>> {
  const asked = await headers();
  const wait = await takeAttempt({ account: email.toLowerCase(), address: clientAddress(asked) });
  if (wait > 0) return refuse("too_many", "too_many", { minutes: Math.ceil(wait / 60_000) });
  try {
    await auth().api.verifyPassword({ body: { password }, headers: asked });
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return refuse("unauthenticated", "confirm.refused");
    throw error;
  }
  return signIn(email, password);
}
