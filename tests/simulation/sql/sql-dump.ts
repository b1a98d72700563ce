import type { Dump } from "./dump";
import type { IdMap } from "./id-map";
import type { VirtualDatabase } from "./virtual-database";

type Row = Record<string, unknown> & { key: string };

/** All that is stored of the sync in Postgres, under its names in memory. */
export async function dumpSql({ owner }: VirtualDatabase, ids: IdMap): Promise<Dump> {
  const syncId = ids.sql("sync-1");
  const [sync, lease, bookmarks, runs, walks, batches, pending, rows, ledger, tombstones, reading, contradictions] =
    await Promise.all([
      owner`select state, live_publication_id as "livePublicationId", guard_shown as "guardShown", guard_approved as "guardApproved"
      from syncs where id = ${syncId}`,
      owner`select epoch::float8 as epoch, run_id as "runId", epoch_ms(expires_at) as "expiresAtMs", epoch_ms(beat_at) as "beatAtMs",
      epoch_ms(left_at) as "leftAtMs", epoch_ms(taken_at) as "takenAtMs", yield_asked_at is not null as "yieldAsked"
      from leases where sync_id = ${syncId}`,
      owner<
        Row[]
      >`select lane as key, epoch_ms(at) as "atMs", epoch_ms(covered) as "coveredMs" from bookmarks where sync_id = ${syncId}`,
      owner<Row[]>`
      select r.id as key, r.lane, r.kind, r.state, r.failed_attempts as "failedAttempts", r.second_look as "secondLook",
        r.has_worked as "hasWorked", jsonb_build_object('calls', r.used_calls, 'created', r.used_created, 'written', r.used_written) as used,
        epoch_ms(greatest(r.started_at, r.guard_passed_at)) as "startedAtMs", r.guard_passed_at is not null as "guardPassed", r.driver,
        r.failure, r.verdict, epoch_ms(r.finished_at) as "finishedAtMs", epoch_ms(r.wake_at) as "wakeAtMs",
        coalesce((select jsonb_agg(a.failure order by a.number) from attempts a
          where a.run_id = r.id and a.next_at is not null and a.failure is not null), '[]') as failures,
        (select jsonb_build_object('delivered', coalesce(sum(delivered), 0), 'unchanged', coalesce(sum(unchanged), 0),
            'refused', coalesce(sum(refused), 0), 'filtered', coalesce(sum(filtered), 0), 'superseded', coalesce(sum(superseded), 0),
            'gone', coalesce(sum(gone), 0), 'held', coalesce(sum(held), 0), 'doubt', coalesce(sum(doubt - retaken_doubt), 0),
            'failed', coalesce(sum(failed - retaken_failed), 0))
          from batches b where b.run_id = r.id) as counts
      from runs r where r.sync_id = ${syncId}`,
      owner<
        Row[]
      >`select id as key, run_id as "runId", kind, epoch_ms(floor) as "floorMs", epoch_ms(t0) as "t0Ms", cursor,
      epoch_ms(lowest) as "lowestMs", pages, rows, queued, met_floor as "metFloor", total_before as "totalBefore", asks_again as "asksAgain", state, epoch_ms(started_at) as "startedAtMs", evidence
      from walks where sync_id = ${syncId}`,
      owner`select b.run_id as "runId", taken, delivered, unchanged, refused, filtered, superseded, gone, held, doubt, failed,
      case when closed_at is not null then returned end as returned
      from batches b join runs r on r.id = b.run_id where r.sync_id = ${syncId}`,
      owner<
        Row[]
      >`select lane || '/' || record_id as key, record_id as "recordId", epoch_ms(seen_at) as "seenMs", mark, withdrawal,
      doubt_runs as "doubtRuns", looks, epoch_ms(check_at) as "checkAtMs", tried_by_run as "triedBy", last_outcome as "lastOutcome", cause, stage,
      met_by_walk as "metByWalk"
      from pending where sync_id = ${syncId}`,
      owner<Row[]>`select record_id as key, record_id as "recordId", outcome, reason, applied_digest as "appliedDigest",
      epoch_ms(source_updated_at) as "sourceUpdatedAtMs", epoch_ms(read_at) as "readAtMs", sequence, consent_state as "consentState",
      address_hash as "addressHash", destination_id as "destinationId", listed, met_by_walk as "metByWalk", epoch_ms(settled_at) as "settledAtMs"
      from record_rows where sync_id = ${syncId}`,
      owner`select state, delivery_key as key, run_id as "runId", lane, record_id as "recordId", epoch::float8 as epoch,
      epoch_ms(claimed_at) as "claimedAtMs", looks, payload_digest as "payloadDigest", sequence, address_hash as "addressHash",
      destination_id as "destinationId", maybe_creates as "maybeCreates", calls, exempt, epoch_ms(check_at) as "checkAtMs",
      sealed_body is not null as sealed
      from ledger where sync_id = ${syncId}`,
      owner<{ record_id: string }[]>`select record_id from tombstones where workspace_id = ${ids.sql("workspace-1")}`,
      owner`select lag_ms as "lagMs", epoch_ms(lag_at) as "lagAtMs", drift, last_drift as "lastDrift", gap_reads as "gapReads"
      from reading_states where sync_id = ${syncId}`,
      owner<
        Row[]
      >`select lane || '/' || record_id as key, record_id as id, epoch_ms(at) as "updatedAtMs", to_jsonb(receipts) as receipts, looks,
      walk_id as "walkId", epoch_ms(first_look_at) as "firstLookMs", epoch_ms(landed_at) as "landedMs"
      from contradictions where sync_id = ${syncId}`,
    ]);
  return ids.toMemoryIn({
    sync: { ...sync[0] },
    lease: lease[0] ? { ...lease[0] } : NEVER_LEASED,
    bookmarks: { scheduled: NO_BOOKMARK, manual: NO_BOOKMARK, ...byKey(bookmarks) },
    runs: byName(
      runs.map((run) => ({ ...run, counts: withTaken(run.counts) })),
      ids,
    ),
    walks: byName(walks, ids),
    batches: batches.map((row) => ({ ...row })),
    pending: byKey(pending),
    rows: byKey(rows),
    ledger: ledger.map((row) => ({ ...row })),
    tombstones: tombstones.map((row) => row.record_id),
    reading: reading[0] ? { ...reading[0] } : NEVER_READ,
    contradictions: byKey(contradictions),
  });
}

const NO_BOOKMARK = { atMs: null, coveredMs: null };
const NEVER_READ = { lagMs: 0, lagAtMs: null, drift: null, lastDrift: null, gapReads: 0 };
const NEVER_LEASED = {
  ...{ epoch: 0, runId: null, expiresAtMs: null, beatAtMs: null, leftAtMs: null, takenAtMs: null, yieldAsked: false },
};

const byKey = (rows: readonly Row[]): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ key, ...row }) => [key, row]));

const byName = (rows: readonly Row[], ids: IdMap): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ key, ...row }) => [ids.toMemoryIn(key), row]));

function withTaken(counts: unknown): Record<string, number> {
  const by = counts as Record<string, number>;
  return { ...by, taken: Object.values(by).reduce((sum, count) => sum + count, 0) };
}
