import { headers } from "next/headers";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "@/lib/use-cases/errors";
import { acceptInvitation } from "@/lib/use-cases/invitations/accept-invitation";
import { readInvitation } from "@/lib/use-cases/invitations/read-invitation";
import { takeAttempt } from "./attempt-limits";
import { auth } from "./auth";
import { clientAddress } from "./client-address";
import { createUser } from "./create-user";

/** Makes a user of the invited address, joins and signs in. Who has an account already signs in with it first. */
export async function joinAsNew(input: {
  token: string;
  name: string;
  password: string;
}): Promise<Result<{ workspaceId: string }, UseCaseError>> {
  const asked = await headers();
  const wait = await takeAttempt({ address: clientAddress(asked) });
  if (wait > 0) return refuse("too_many", "too_many", { minutes: Math.ceil(wait / 60_000) });
  const invitation = await readInvitation(input.token);
  if (!invitation.ok) return invitation;
  const { email } = invitation.value;
  const created = await createUser({ email, name: input.name, password: input.password });
  if (!created.ok) return refuse("conflict", "members.has_account");
  const joined = await acceptInvitation({ id: created.value, email }, input.token);
  if (!joined.ok) return joined;
  await auth().api.signInEmail({ body: { email, password: input.password }, headers: asked });
  return ok({ workspaceId: joined.value.workspaceId });
}
