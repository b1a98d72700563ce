import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Invitation } from "@/lib/db/access";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace } from "@/lib/db/client";
import { invitations } from "@/lib/db/schema/access";
import { members } from "@/lib/db/schema/workspaces";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import type { Person } from "../context";
import { refuse, type UseCaseError } from "../errors";
import { readInvitation } from "./read-invitation";

/** The signed-in person joins, if the invitation is theirs. The row goes with it, so that a link works once, also when it is used twice at the same moment. */
export async function acceptInvitation(
  user: Pick<Person, "id" | "email">,
  token: string,
): Promise<Result<{ workspaceId: string }, UseCaseError>> {
  const found = await readInvitation(z.string().parse(token));
  if (!found.ok) return found;
  if (found.value.email !== user.email.toLowerCase()) return refuse("forbidden", "members.other_address");
  return join(user.id, found.value);
}

async function join(userId: string, invitation: Invitation): Promise<Result<{ workspaceId: string }, UseCaseError>> {
  const { workspaceId, invitationId, role } = invitation;
  return inWorkspace(workspaceId, async (tx) => {
    const used = await tx
      .delete(invitations)
      .where(and(eq(invitations.id, invitationId), sql`expires_at > clock_timestamp()`))
      .returning({ id: invitations.id });
    if (used.length === 0) return refuse("not_found", "members.no_invitation");
    await tx.insert(members).values({ workspaceId, userId, role }).onConflictDoNothing();
    const actor = { actorKind: "user", actorId: userId } as const;
    const entry = { verb: "member.joined", subjectKind: "member", subjectId: userId, details: { role } };
    await appendActivity(tx.raw, workspaceId, { ...actor, ...entry }, installation().signingKey);
    return ok({ workspaceId });
  });
}
