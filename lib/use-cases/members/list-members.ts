import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { invitations } from "@/lib/db/schema/access";
import { users } from "@/lib/db/schema/auth";
import { members, type Role } from "@/lib/db/schema/workspaces";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";

export interface MemberLine {
  userId: string;
  name: string;
  email: string;
  role: Role;
  sinceMs: number;
}

export interface InvitationLine {
  invitationId: string;
  email: string;
  role: Role;
  expiresAtMs: number;
}

/** Who belongs to the workspace, longest first, and who was asked and has not come yet. */
export const listMembers = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx, context) => {
    const people = await tx
      .select({ userId: users.id, name: users.name, email: users.email, role: members.role, since: members.createdAt })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .orderBy(asc(members.createdAt), asc(users.id));
    // Addresses of people who are not here yet are the owners' affair.
    const asked = context.role === "owner" ? await tx.select().from(invitations).orderBy(asc(invitations.email)) : [];
    return ok({
      members: people.map(({ since, ...person }): MemberLine => ({ ...person, sinceMs: since.getTime() })),
      invitations: asked.map(
        ({ id, email, role, expiresAt }): InvitationLine => ({
          ...{ invitationId: id, email, role },
          expiresAtMs: expiresAt.getTime(),
        }),
      ),
    });
  },
});
