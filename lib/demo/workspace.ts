import { eq } from "drizzle-orm";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace } from "@/lib/db/client";
import { members, type Role, workspaces } from "@/lib/db/schema/workspaces";
import { createWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { InvariantViolation } from "@/lib/kernel/errors";

/** Always the same, so that adding it twice cannot make two. */
export const DEMO_WORKSPACE_ID = "0de30000-0000-4000-8000-000000000001";

export async function hasDemoWorkspace(): Promise<boolean> {
  const rows = await inWorkspace(DEMO_WORKSPACE_ID, (tx) =>
    tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, DEMO_WORKSPACE_ID)),
  );
  return rows.length > 0;
}

/** Makes the demo's workspace with its keys and people; all or nothing. @returns false when another process made it first */
export async function addDemoWorkspace(people: readonly { userId: string; role: Role }[]): Promise<boolean> {
  const owner = people.find(({ role }) => role === "owner");
  if (!owner) throw new InvariantViolation("the demo has an owner");
  const here = installation();
  return inWorkspace(DEMO_WORKSPACE_ID, async (tx) => {
    const made = await tx
      .insert(workspaces)
      .values({ id: DEMO_WORKSPACE_ID, name: "Night Demo", timeZone: "Europe/Paris", isDemo: true })
      .onConflictDoNothing()
      .returning({ id: workspaces.id });
    if (made.length === 0) return false;
    await tx.insert(members).values(people.map((person) => ({ ...person, workspaceId: DEMO_WORKSPACE_ID })));
    await createWorkspaceKeys(tx, here.master);
    const creation = { verb: "workspace.created", subjectKind: "workspace", subjectId: DEMO_WORKSPACE_ID };
    const actor = { actorKind: "user", actorId: owner.userId } as const;
    await appendActivity(tx.raw, DEMO_WORKSPACE_ID, { ...actor, ...creation }, here.signingKey);
    return true;
  });
}
