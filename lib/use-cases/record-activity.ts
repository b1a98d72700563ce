import { appendActivity } from "@/lib/db/append-activity";
import type { WorkspaceTx } from "@/lib/db/client";
import { installation } from "@/lib/installation";
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
  const actor = { actorKind: context.actorKind, actorId: context.user.id };
  await appendActivity(tx.raw, context.workspaceId, { ...actor, ...entry }, installation().signingKey);
}
