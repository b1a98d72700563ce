import { asc, eq } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema/workspaces";

/**
 * The owners of the workspace, locked until the transaction ends: two owners who take each other's role at once do it one after the other, and the second
 * finds that nobody else is left.
 */
export async function lockOwners(tx: WorkspaceTx): Promise<string[]> {
  const owners = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(eq(members.role, "owner"))
    .orderBy(asc(members.userId))
    .for("update");
  return owners.map(({ userId }) => userId);
}

/** Whether the workspace would have no owner without this one. */
export const isLastOwner = (owners: readonly string[], userId: string): boolean =>
  owners.length === 1 && owners[0] === userId;
