import { eq } from "drizzle-orm";
import { z } from "zod";
import { members, ROLES } from "@/lib/db/schema/workspaces";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { endSessions } from "./end-sessions";
import { isLastOwner, lockOwners } from "./lock-owners";

/** Gives a member another role; their sessions end with it. There is always an owner. */
export const changeRole = defineUseCase({
  role: "owner",
  input: z.strictObject({ userId: z.uuid(), role: z.enum(ROLES) }),
  run: async (tx, context, { userId, role }) => {
    const owners = await lockOwners(tx);
    // Whoever asks may have lost the role while waiting for the lock.
    if (!owners.includes(context.user.id)) return refuse("forbidden", "forbidden");
    const [member] = await tx.select({ role: members.role }).from(members).where(eq(members.userId, userId));
    if (!member) return refuse("not_found", "not_found");
    if (member.role === role) return refuse("conflict", "members.same_role");
    if (isLastOwner(owners, userId)) return refuse("conflict", "members.last_owner");
    await tx.update(members).set({ role }).where(eq(members.userId, userId));
    await endSessions(tx, userId);
    return ok({ userId, from: member.role });
  },
  audit: ({ userId, role }, { from }) => ({
    verb: "member.role_changed",
    subjectKind: "member",
    subjectId: userId,
    details: { from, to: role },
  }),
});
