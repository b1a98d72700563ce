import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { findSync } from "../drafts/find-sync";
import { refuse } from "../errors";
import { heldInput, namedHeld } from "./held-input";

/**
 * Tries held records again without waiting for their time: what is queued is due now, what is not is queued, and an active sync with a schedule runs within a
 * minute. Without a schedule they wait in the manual lane, for "Run now".
 * @returns how many
 */
export const retryHeld = defineUseCase({
  role: "editor",
  input: heldInput,
  run: async (tx, _context, input) => {
    const sync = await findSync(tx, input.syncId);
    if (!sync.ok) return sync;
    const lane = sync.value.schedule.kind === "off" ? "manual" : "scheduled";
    const count = await queueNow(tx, namedHeld(input), lane);
    if (count === 0) return refuse("not_found", "held.none");
    await tx.execute(sql`
      update syncs set next_run_at = least(next_run_at, clock_timestamp())
      where id = ${input.syncId} and state = 'active' and next_run_at is not null`);
    return ok({ count });
  },
  audit: ({ syncId, recordId }, { count }) => ({
    verb: "sync.held_retried",
    subjectKind: "sync",
    subjectId: syncId,
    details: { recordId: recordId ?? null, count },
  }),
});

/** Rows are locked in the runner's order. What is queued for another reason (it has changed) is due already. */
async function queueNow(tx: WorkspaceTx, named: SQL, lane: "scheduled" | "manual"): Promise<number> {
  const [done] = await tx.execute<{ count: number }>(sql`
    with named as materialized (
      select distinct h.sync_id, h.workspace_id, h.record_id from record_rows h where ${named}
    ), waiting as (
      select p.sync_id, p.lane, p.record_id, p.cause from pending p join named using (sync_id, record_id) order by p.record_id for update of p
    ), due as (
      update pending p set check_at = null from waiting w
      where p.sync_id = w.sync_id and p.lane = w.lane and p.record_id = w.record_id and w.cause = 'retry'
    ), queued as (
      insert into pending (sync_id, lane, record_id, workspace_id, cause)
      select sync_id, ${lane}, record_id, workspace_id, 'retry' from named n
      where not exists (select from waiting w where w.record_id = n.record_id)
      order by record_id
      on conflict (sync_id, lane, record_id) do nothing
    )
    select count(*)::int as count from named`);
  return done?.count ?? 0;
}
