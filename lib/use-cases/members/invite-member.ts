import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { hashSecretToken, newSecretToken } from "@/lib/auth/secret-token";
import { invitations } from "@/lib/db/schema/access";
import { users } from "@/lib/db/schema/auth";
import { members, ROLES } from "@/lib/db/schema/workspaces";
import { environment } from "@/lib/env";
import { ok } from "@/lib/kernel/result";
import { requireRecentSignIn } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, refuseField } from "../errors";

const DAYS = 7;

export interface Invited {
  invitationId: string;
  /** Shown once, to whoever invites: only its hash is stored. */
  link: string;
}

/** Invites an address for seven days. Inviting it again replaces the earlier link. */
export const inviteMember = defineUseCase({
  role: "owner",
  input: z.strictObject({ email: z.string().trim().toLowerCase().pipe(z.email().max(254)), role: z.enum(ROLES) }),
  run: async (tx, context, { email, role }) => {
    const recent = requireRecentSignIn(context, Date.now());
    if (!recent.ok) return recent;
    const [member] = await tx
      .select({ id: users.id })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(eq(users.email, email));
    if (member) return refuseField("email", "members.is_member");
    await tx.delete(invitations).where(eq(invitations.email, email));
    const token = newSecretToken();
    const [made] = await tx
      .insert(invitations)
      .values({
        ...{ workspaceId: context.workspaceId, email, role, tokenHash: hashSecretToken(token) },
        ...{ invitedBy: context.user.id, expiresAt: sql`clock_timestamp() + ${DAYS} * interval '1 day'` },
      })
      .returning({ id: invitations.id });
    if (!made) return refuse("unavailable", "unavailable");
    return ok<Invited>({ invitationId: made.id, link: `${environment().APP_URL}/invite/${token}` });
  },
  audit: ({ role }, { invitationId }) => ({
    verb: "member.invited",
    subjectKind: "invitation",
    subjectId: invitationId,
    details: { role },
  }),
});
