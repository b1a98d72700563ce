import { randomBytes } from "node:crypto";
import { err, ok, type Result } from "@/lib/kernel/result";
import { auth } from "./auth";

export interface NewUser {
  email: string;
  name: string;
  /** Left out: the user cannot sign in with a password (the demo's owner). */
  password?: string;
}

/**
 * Makes a user with a password, without signing anybody in. The address is stored in lower case.
 * @returns the user's id, or `email_taken`
 */
export async function createUser({ email, name, password }: NewUser): Promise<Result<string, "email_taken">> {
  const { internalAdapter, password: passwords } = await auth().$context;
  const address = email.toLowerCase();
  if (await internalAdapter.findUserByEmail(address)) return err("email_taken");
  const hash = await passwords.hash(password ?? randomBytes(32).toString("base64url"));
  const user = await internalAdapter.createUser(
    { email: address, name, emailVerified: false },
    { method: "email-password" },
  );
  await internalAdapter.linkAccount({ userId: user.id, providerId: "credential", accountId: user.id, password: hash });
  return ok(user.id);
}
