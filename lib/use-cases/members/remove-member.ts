import { eq } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema/workspaces";
import { ok, type Result } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse, type UseCaseError } from "../errors";
import { endSessions } from "./end-sessions";
import { isLastOwner, lockOwners } from "./lock-owners";

/** Takes somebody out of the workspace; their sessions end with it. */
export const removeMember = defineUseCase({
  role: "owner",
  input: z.strictObject({ userId: z.uuid() }),
  run: async (tx, context, { userId }) => {
    const owners = await lockOwners(tx);
    if (!owners.includes(context.user.id)) return refuse("forbidden", "forbidden");
    return takeOut(tx, owners, userId);
  },
  audit: ({ userId }) => ({ verb: "member.removed", subjectKind: "member", subjectId: userId }),
});

/** A member goes by their own wish. The last owner cannot. */
export const leaveWorkspace = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx, context) => takeOut(tx, await lockOwners(tx), context.user.id),
  audit: (_input, { userId }) => ({ verb: "member.left", subjectKind: "member", subjectId: userId }),
});

async function takeOut(
  tx: WorkspaceTx,
  owners: readonly string[],
  userId: string,
): Promise<Result<{ userId: string }, UseCaseError>> {
  if (isLastOwner(owners, userId)) return refuse("conflict", "members.last_owner");
  const gone = await tx.delete(members).where(eq(members.userId, userId)).returning({ userId: members.userId });
  if (gone.length === 0) return refuse("not_found", "not_found");
  await endSessions(tx, userId);
  return ok({ userId });
}
