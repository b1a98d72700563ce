import { randomUUID } from "node:crypto";
import { database } from "@/lib/db/client";
import { installation } from "@/lib/installation";
import type { PreparedApp } from "./prepared-app";
import { publishRule } from "./publish-rule";
import { RULE } from "./world/world";

/** Ids of a workspace that nobody of the demo is a member of, with a published sync and a finished run; and ids that nothing has. */
export async function foreignIds({ owner }: PreparedApp) {
  const { workspaceId, syncId } = await publishRule(database(), installation(), RULE);
  const [run] = await owner<{ id: string }[]>`
    insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, finished_at)
    select workspace_id, id, 'manual', live_publication_id, 'schedule', 'cancelled', clock_timestamp() from syncs where id = ${syncId}
    returning id`;
  return {
    foreign: { workspaceId, syncId, runId: run?.id ?? "" },
    unknown: { workspaceId: randomUUID(), syncId: randomUUID(), runId: randomUUID() },
  };
}
