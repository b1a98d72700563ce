import type { TransactionSql } from "postgres";
import { LeaseLost } from "@/lib/kernel/errors";
import type { Lease, StopWish } from "@/lib/runner/lease-port";
import type { Timing } from "@/lib/runner/timing";

/** Beats, renews a lease of which a third has passed, and reads what people, and a due scheduled run, want of the run. @throws LeaseLost */
export async function beatLease(
  sql: TransactionSql,
  lease: Lease,
  timing: Pick<Timing, "leaseMs">,
): Promise<{ nowMs: number; stop: StopWish; yield: boolean }> {
  const [beat] = await sql<{ nowMs: number; stop: StopWish; yield: boolean }[]>`
    update leases l set beat_at = t.now, left_at = null,
      expires_at = case
        when l.expires_at <= t.now + ${timing.leaseMs}::float8 * interval '1 millisecond' * 2 / 3
        then t.now + ${timing.leaseMs}::float8 * interval '1 millisecond' else l.expires_at end
    from (select clock_timestamp() as now) t, runs r, syncs s
    where l.sync_id = ${lease.syncId} and l.epoch = ${lease.epoch} and l.run_id = ${lease.runId}
      and r.id = l.run_id and s.id = l.sync_id
    returning epoch_ms(t.now) as "nowMs",
      case
        when r.cancel_requested_at is not null then 'cancelled'
        when s.state <> 'active' and r.kind <> 'opt_out' then 'paused'
        when s.live_publication_id is distinct from r.publication_id then 'republished'
      end as stop,
      l.yield_asked_at is not null and l.lane = 'manual' as yield`;
  if (!beat) throw new LeaseLost("another epoch");
  return beat;
}
