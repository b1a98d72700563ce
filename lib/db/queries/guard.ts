import type { TransactionSql } from "postgres";
import type { GuardDecision, GuardFacts } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";

const FINDING = "sync.mass_change";

/** What the mass-change guard decides by. */
export async function readGuardFacts(sql: TransactionSql, lease: Lease): Promise<GuardFacts> {
  const [facts] = await sql<GuardFacts[]>`
    with proven as (
      select r.id from runs r
      where r.sync_id = ${lease.syncId} and r.lane = 'scheduled' and r.kind = 'ordinary' and r.state = 'succeeded'
        and r.verdict in ('healthy', 'proven_quiet')
      order by r.finished_at desc limit 20
    ), sizes as (
      select coalesce(sum(b.taken - b.returned), 0) as taken from proven p left join batches b on b.run_id = p.id group by p.id
    )
    select
      (select count(*)::float8 from pending where sync_id = ${lease.syncId} and lane = ${lease.lane} and not withdrawal
        and cause in ('walk', 'hook', 'doubt')) as pending,
      (select percentile_cont(0.5) within group (order by taken)::float8 from sizes) as usual,
      (select guard_approved::float8 from syncs where id = ${lease.syncId}) as approved`;
  return facts ?? { pending: 0, usual: null, approved: null };
}

/** Stores what was decided: the run passes (an approval is over with it, needed or not), or a person is shown the number. */
export async function storeGuardDecision(sql: TransactionSql, lease: Lease, decision: GuardDecision): Promise<void> {
  if (decision.kind === "pass") {
    await sql`
      with used as (
        update syncs set guard_shown = null, guard_approved = null
        where id = ${lease.syncId} and ${decision.clears}::boolean and coalesce(guard_shown, guard_approved) is not null
      )
      update runs set guard_passed_at = clock_timestamp() where id = ${lease.runId}`;
    if (decision.clears) await resolveFinding(sql, lease.syncId, FINDING);
    return;
  }
  await sql`update syncs set guard_shown = ${decision.pending}, guard_approved = null where id = ${lease.syncId}`;
  const { pending, usual } = decision;
  await openFinding(sql, {
    workspaceId: lease.workspaceId,
    syncId: lease.syncId,
    kind: FINDING,
    severity: "critical",
    evidence: { pending, usual, runId: lease.runId },
  });
}
