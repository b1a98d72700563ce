import { appendActivity } from "./append-activity";
import { type Database, database, inWorkspace } from "./client";
import { resolveFinding } from "./queries/resolve-finding";

/** Both ends of a paused sync. */
export interface PausedEnds {
  sourceConnectionId: string;
  destinationConnectionId: string;
}

/** Takes the hourly probe of a sync that outages alone have paused. @param gapMs until the next @returns null when another dispatcher was first */
export async function claimProbe(
  due: { workspaceId: string; syncId: string },
  gapMs: number,
  db: Database = database(),
): Promise<PausedEnds | null> {
  return inWorkspace(
    due.workspaceId,
    async ({ raw }) => {
      const [ends] = await raw<PausedEnds[]>`
        update syncs set next_probe_at = clock_timestamp() + ${gapMs}::float8 * interval '1 millisecond'
        where id = ${due.syncId} and state = 'paused' and pause_outage_only and next_probe_at <= clock_timestamp()
        returning source_connection_id as "sourceConnectionId", destination_connection_id as "destinationConnectionId"`;
      return ends ?? null;
    },
    db,
  );
}

/** Puts a sync whose outage is over back to work: due at once, the streak begins anew, and the audit log says that the system did it. @returns whether it was still paused */
export async function endOutagePause(
  paused: { workspaceId: string; syncId: string },
  signingKey: Uint8Array,
  db: Database = database(),
): Promise<boolean> {
  return inWorkspace(
    paused.workspaceId,
    async ({ raw }) => {
      const resumed = await raw`
        update syncs set state = 'active', changed_at = clock_timestamp(), paused_at = null, pause_cause = null, pause_outage_only = false,
          pause_run_ids = '{}', next_probe_at = null, next_opt_out_at = null,
          next_run_at = case when schedule ->> 'kind' = 'off' then null else clock_timestamp() end
        where id = ${paused.syncId} and state = 'paused' and pause_outage_only`;
      if (resumed.count === 0) return false;
      await resolveFinding(raw, paused.syncId, "sync.paused");
      const entry = { verb: "sync.resumed_after_outage", subjectKind: "sync", subjectId: paused.syncId };
      const actor = { actorKind: "system", actorId: null } as const;
      await appendActivity(raw, paused.workspaceId, { ...actor, ...entry }, signingKey);
      return true;
    },
    db,
  );
}
