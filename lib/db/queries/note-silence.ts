import type { TransactionSql } from "postgres";
import type { FindingKind } from "@/lib/runner/finding-kinds";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";
import { isZone } from "@/lib/runner/schedule";
import { expectedOf, judgeSilence, type Silence } from "@/lib/runner/statistic/judge-silence";
import { learn, SEEDED_FROM_DAYS } from "@/lib/runner/statistic/learn-days";
import { hoursInZone } from "@/lib/runner/statistic/shop-hours";
import { newSilenceState, type SilenceState, silenceStateSchema } from "@/lib/runner/statistic/silence-state";
import type { Held } from "./hold-lease";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";
import { silenceArrivals } from "./silence-arrivals";

export const UNUSUALLY_SILENT = "sync.unusually_silent" satisfies FindingKind;

/** A day more than it is seeded from, so that the first whole local day is whole. */
const FIRST_SPAN_MS = (SEEDED_FROM_DAYS + 1) * 86_400_000;

/**
 * After a judged read of the scheduled lane: the statistic takes in what it saw, and a finding is opened or resolved. Nothing is held back by it.
 * @param coveredMs source time up to which the lane is read whole
 * @returns whether this silence asks, for the first time, that all receipts be taken again
 */
export async function noteSilence(
  sql: TransactionSql,
  lease: Lease,
  walk: Pick<Walk, "id">,
  { account, coveredMs }: Pick<Held, "account"> & { coveredMs: number },
): Promise<{ lookAgain: boolean }> {
  const { state: before, zone, lookedAgain } = await readState(sql, lease);
  const hours = hoursInZone(zone);
  const fromMs = before.countedToMs ?? coveredMs - FIRST_SPAN_MS;
  const span = await silenceArrivals(sql, lease, account, { fromMs, toMs: coveredMs });
  const expected = expectedOf(before, coveredMs, hours);
  const state = learn(before, span, hours);
  const silence = judgeSilence(state, hours);
  const quiet = silence.verdict === "usual";
  await storeState(sql, lease, state, quiet);
  const arrived = before.countedToMs === null ? null : span.arrivals.reduce((sum, { records }) => sum + records, 0);
  const lookAgain = !quiet && !lookedAgain;
  await sql`
    update walks set arrived = ${arrived}, expected = ${expected}, silence = ${silence.x}, silence_limit = ${silence.alarmAt},
      asks_again = ${lookAgain}
    where id = ${walk.id}`;
  await tell(sql, lease, state, silence);
  return { lookAgain };
}

/** What is stored and cannot be read any more is learned anew from the records: the statistic holds nothing up. The zone is the shop's. */
async function readState(
  sql: TransactionSql,
  lease: Lease,
): Promise<{ state: SilenceState; zone: string; lookedAgain: boolean }> {
  // A person may be calling the silence fine at this moment: theirs and ours come one after the other.
  await sql`select from silence_states where sync_id = ${lease.syncId} for update`;
  const [row] = await sql<{ state: unknown; zone: string; lookedAgain: boolean }[]>`
    select s.state, coalesce(p.ends -> 'source' ->> 'timeZone', w.time_zone) as zone, s.looked_again_at is not null as "lookedAgain"
    from runs r
    join publications p on p.id = r.publication_id
    join workspaces w on w.id = r.workspace_id
    left join silence_states s on s.sync_id = r.sync_id
    where r.id = ${lease.runId}`;
  const known = silenceStateSchema.safeParse(row?.state);
  return {
    state: known.success ? known.data : newSilenceState(),
    zone: row && isZone(row.zone) ? row.zone : "UTC",
    lookedAgain: row?.lookedAgain ?? false,
  };
}

async function storeState(sql: TransactionSql, lease: Lease, state: SilenceState, quiet: boolean): Promise<void> {
  await sql`
    insert into silence_states as s (sync_id, workspace_id, state, looked_again_at)
    values (${lease.syncId}, ${lease.workspaceId}, ${JSON.stringify(state)}::text::jsonb, case when ${!quiet}::boolean then clock_timestamp() end)
    on conflict (sync_id) do update set state = excluded.state, updated_at = clock_timestamp(),
      looked_again_at = case when ${!quiet}::boolean then coalesce(s.looked_again_at, excluded.looked_again_at) end`;
}

async function tell(sql: TransactionSql, lease: Lease, state: SilenceState, { x, alarmAt, verdict }: Silence) {
  if (verdict !== "unusual") return resolveFinding(sql, lease.syncId, UNUSUALLY_SILENT);
  await openFinding(sql, {
    workspaceId: lease.workspaceId,
    syncId: lease.syncId,
    kind: UNUSUALLY_SILENT,
    evidence: { sinceMs: state.lastRecordMs, expected: x, limit: alarmAt, runId: lease.runId },
  });
}
