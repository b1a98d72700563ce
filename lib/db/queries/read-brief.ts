import type { TransactionSql } from "postgres";
import type { PublishedEnds } from "@/lib/rules/schema";
import type { RunBrief } from "@/lib/runner/lease-port";

type Flat = Omit<
  RunBrief,
  "publication" | "sync" | "source" | "destination" | "used" | "soFar" | "ledgerKey" | "addressKeys"
> & {
  publicationId: string;
  number: number;
  rule: unknown;
  ends: PublishedEnds;
  digest: string;
  signature: string;
  syncState: RunBrief["sync"]["state"];
  livePublicationId: string | null;
  sourceState: string | null;
  sourceIdentity: string | null;
  destinationState: string | null;
  destinationIdentity: string | null;
  calls: number;
  created: number;
  written: number;
  heldSoFar: number;
  deliveredSoFar: number;
};

/** The run with its publication, its sync and its two connections as they stand now; without the keys. Null for an unknown run. */
export async function readBrief(
  sql: TransactionSql,
  runId: string,
): Promise<Omit<RunBrief, "ledgerKey" | "addressKeys"> | null> {
  const [row] = await sql<Flat[]>`
    select r.workspace_id as "workspaceId", r.sync_id as "syncId", r.id as "runId", r.lane, r.kind, r.state, r.driver,
      r.failed_attempts as "failedAttempts", r.second_look as "secondLook", r.has_worked as "hasWorked",
      epoch_ms(r.from_at) as "fromMs",
      case when s.object = 'order' and r.lane = 'scheduled' then (
        select epoch_ms(min(first.requested_at)) from runs first
        where first.sync_id = s.id and first.lane = 'scheduled' and first.kind = 'ordinary'
      ) end as "laneStartsMs", to_jsonb(r.test_record_ids) as "testRecordIds", r.resend, r.sweep,
      r.used_calls as calls, r.used_created as created, r.used_written as written, epoch_ms(greatest(r.started_at, r.guard_passed_at)) as "startedAtMs",
      r.guard_passed_at is not null as "guardPassed",
      p.id as "publicationId", p.number, p.rule, p.ends, p.digest, p.signature,
      s.state as "syncState", s.live_publication_id as "livePublicationId",
      a.state as "sourceState", a.identity as "sourceIdentity", b.state as "destinationState", b.identity as "destinationIdentity",
      so_far.held as "heldSoFar", so_far.delivered as "deliveredSoFar"
    from runs r
    join publications p on p.id = r.publication_id
    join syncs s on s.id = r.sync_id
    left join connections a on a.id::text = p.ends -> 'source' ->> 'connectionId'
    left join connections b on b.id::text = p.ends -> 'destination' ->> 'connectionId'
    cross join lateral (
      select coalesce(sum(held - held_again), 0)::float8 as held, coalesce(sum(delivered), 0)::float8 as delivered from batches where run_id = r.id
    ) so_far
    where r.id = ${runId}`;
  if (!row) return null;
  const { workspaceId, syncId, lane, kind, state, driver, failedAttempts, secondLook, hasWorked } = row;
  const { guardPassed } = row;
  const { number, rule, ends, digest, signature, calls, created, written } = row;
  return {
    ...{ workspaceId, syncId, runId, lane, kind, state, driver, failedAttempts, secondLook, hasWorked },
    ...{
      fromMs: row.fromMs,
      laneStartsMs: row.laneStartsMs,
      testRecordIds: row.testRecordIds,
      resend: row.resend,
      sweep: row.sweep,
      startedAtMs: row.startedAtMs,
      guardPassed,
    },
    used: { calls, created, written },
    soFar: { held: row.heldSoFar, delivered: row.deliveredSoFar },
    publication: { id: row.publicationId, number, rule, ends, digest, signature },
    sync: { state: row.syncState, livePublicationId: row.livePublicationId },
    source: connectionState(ends.source.connectionId, row.sourceState, row.sourceIdentity),
    destination: connectionState(ends.destination.connectionId, row.destinationState, row.destinationIdentity),
  };
}

const connectionState = (id: string, state: string | null, identity: string | null) => ({
  id,
  usable: state === "connected",
  identity: identity ?? "",
});
