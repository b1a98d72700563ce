import { sql } from "drizzle-orm";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { findSync } from "../drafts/find-sync";
import { refuse } from "../errors";
import { heldInput, namedHeld } from "./held-input";

/** A person has seen that Brevo refuses these records: they are not tried again until they change. @returns how many */
export const dismissHeld = defineUseCase({
  role: "editor",
  input: heldInput,
  run: async (tx, _context, input) => {
    const sync = await findSync(tx, input.syncId);
    if (!sync.ok) return sync;
    const [done] = await tx.execute<{ count: number }>(sql`
      with named as materialized (
        select h.sync_id, h.account, h.record_id from record_rows h where ${namedHeld(input)} order by h.record_id for update
      ), waiting as (
        select p.sync_id, p.lane, p.record_id from pending p
        where p.cause = 'retry' and (p.sync_id, p.record_id) in (select sync_id, record_id from named) order by p.record_id for update
      ), dropped as (
        delete from pending p using waiting w where p.sync_id = w.sync_id and p.lane = w.lane and p.record_id = w.record_id
      ), dismissed as (
        update record_rows r set dismissed_at = clock_timestamp() from named n
        where r.sync_id = n.sync_id and r.account = n.account and r.record_id = n.record_id
        returning r.record_id
      )
      select count(distinct record_id)::int as count from dismissed`);
    const count = done?.count ?? 0;
    return count === 0 ? refuse("not_found", "held.none") : ok({ count });
  },
  audit: ({ syncId, recordId }, { count }) => ({
    verb: "sync.held_dismissed",
    subjectKind: "sync",
    subjectId: syncId,
    details: { recordId: recordId ?? null, count },
  }),
});
