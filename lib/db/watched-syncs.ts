import type { FindingKind } from "@/lib/runner/finding-kinds";
import type { SyncState } from "@/lib/runner/states";
import { type Database, database, inWorkspace } from "./client";
import { openFinding } from "./queries/open-finding";
import { resolveFinding } from "./queries/resolve-finding";
import type { OBJECTS, Schedule, Watches } from "./schema/syncs";

/** What the watches know of a published sync: states and times, never a record. Instants are epoch ms of the database's clock. */
export interface WatchedSync {
  workspaceId: string;
  syncId: string;
  state: SyncState;
  object: (typeof OBJECTS)[number];
  schedule: Schedule;
  watches: Watches | undefined;
  nowMs: number;
  /** When the live publication was published, or the schedule switched on after it. */
  countedFromMs: number;
  /** End of the last ordinary run of the scheduled lane that succeeded on a healthy or proven quiet read. */
  lastProvenMs: number | null;
  nextRunMs: number | null;
  lastRequestedMs: number | null;
  /** Whether the scheduled lane has a run that is not over. */
  laneIsBusy: boolean;
  /** When that run was requested, if no leg has begun it. */
  unbegunSinceMs: number | null;
  /** When that run last began a walk or landed a batch. */
  progressMs: number | null;
  /** Empty successes in a row, counted up to the threshold that the sync sets; 0 where it sets none. */
  emptyRuns: number;
  hasProduced: boolean;
  /** Kinds of its findings that are open. */
  openFindings: string[];
}

/** A page of all published syncs, in order of id. @param after the last id of the page before */
export async function watchedSyncs(
  after: string | null,
  upTo: number,
  db: Database = database(),
): Promise<WatchedSync[]> {
  return db.$client<WatchedSync[]>`
    select workspace_id as "workspaceId", sync_id as "syncId", state, object, schedule, watches, epoch_ms(clock_timestamp()) as "nowMs",
      epoch_ms(counted_from) as "countedFromMs", epoch_ms(last_proven) as "lastProvenMs", epoch_ms(next_run) as "nextRunMs",
      epoch_ms(last_requested) as "lastRequestedMs", lane_is_busy as "laneIsBusy", epoch_ms(unbegun_since) as "unbegunSinceMs",
      epoch_ms(progress) as "progressMs", empty_runs as "emptyRuns", has_produced as "hasProduced", open_findings as "openFindings"
    from system_watched_syncs(${after}, ${upTo})`;
}

/** Opens, renews and resolves findings of one sync, in one transaction. */
export async function noteWatches(
  { workspaceId, syncId }: Pick<WatchedSync, "workspaceId" | "syncId">,
  {
    opened,
    resolved,
  }: {
    opened: { kind: FindingKind; evidence: Record<string, unknown> }[];
    resolved: FindingKind[];
  },
  db: Database = database(),
): Promise<void> {
  await inWorkspace(
    workspaceId,
    async ({ raw }) => {
      for (const finding of opened) await openFinding(raw, { workspaceId, syncId, ...finding });
      for (const kind of resolved) await resolveFinding(raw, syncId, kind);
    },
    db,
  );
}
