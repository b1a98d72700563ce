import { hashSecretToken } from "@/lib/auth/secret-token";
import { type Invitation, invitationBy } from "@/lib/db/access";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "../errors";

const TOKEN = /^[\w-]{43}$/;

/** The invitation that a link opens. Unknown, used and taken back are the same answer; one that ran out says so. */
export async function readInvitation(token: string): Promise<Result<Invitation, UseCaseError>> {
  const found = TOKEN.test(token) ? await invitationBy(hashSecretToken(token)) : null;
  if (!found) return refuse("not_found", "members.no_invitation");
  return found.alive ? ok(found) : refuse("gone", "members.invitation_expired");
}
