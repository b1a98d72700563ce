import type { WorkspaceTx } from "@/lib/db/client";
import { activity } from "@/lib/db/schema/workspaces";
import type { Context } from "./context";

export interface ActivityEntry {
  /** Noun and verb, e.g. `sync.paused`. */
  verb: string;
  subjectKind: string;
  subjectId: string;
  /** Plain facts. No personal data, no credentials. */
  details?: Record<string, unknown>;
}

/** Adds one line to the workspace's audit log, in the transaction of what it tells. */
export async function recordActivity(tx: WorkspaceTx, context: Context, entry: ActivityEntry): Promise<void> {
  await tx.insert(activity).values({
    workspaceId: context.workspaceId,
    actorKind: "user",
    actorId: context.user.id,
    ...entry,
  });
}
