import { randomUUID } from "node:crypto";
import { z } from "zod";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace } from "@/lib/db/client";
import { members, workspaces } from "@/lib/db/schema/workspaces";
import { createWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { timeZoneSchema } from "./time-zone";

export const newWorkspaceSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** The browser's zone, or UTC: the workspace begins with it and may change it. */
  zone: timeZoneSchema.catch("UTC"),
});

/** Makes a workspace with its keys and its first member as owner; all or nothing. @returns its id */
export async function createWorkspace(
  userId: string,
  { name, zone }: z.infer<typeof newWorkspaceSchema>,
): Promise<string> {
  const here = installation();
  const workspaceId = randomUUID();
  await inWorkspace(workspaceId, async (tx) => {
    await tx.insert(workspaces).values({ id: workspaceId, name, timeZone: zone });
    await tx.insert(members).values({ workspaceId, userId, role: "owner" });
    await createWorkspaceKeys(tx, here.master);
    const made = { verb: "workspace.created", subjectKind: "workspace", subjectId: workspaceId };
    const actor = { actorKind: "user", actorId: userId } as const;
    await appendActivity(tx.raw, workspaceId, { ...actor, ...made }, here.signingKey);
  });
  return workspaceId;
}
