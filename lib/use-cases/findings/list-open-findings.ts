import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import type { FindingState } from "@/lib/runner/finding";
import { defineUseCase } from "../define-use-case";
import type { FindingLine } from "./list-findings";

/** A finding of the workspace, with whose it is and who has answered it; instants are epoch ms. */
export interface WorkspaceFinding extends FindingLine {
  state: FindingState;
  sync: { id: string; name: string } | null;
  snoozedUntilMs: number | null;
  acknowledgedByName: string | null;
  resolvedAtMs: number | null;
  /** Null when the fact ended by itself. */
  resolvedByName: string | null;
}

const RESOLVED_LINES = 20;

/** What is wrong now in the whole workspace, the gravest first; and what was resolved lately, newest first. */
export const listOpenFindings = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const rows = await tx.execute<{ finding: WorkspaceFinding }>(sql`
      with shown as (
        (select * from findings where state <> 'resolved' order by severity_rank(severity) desc, opened_at desc limit 200)
        union all
        (select * from findings where state = 'resolved' order by resolved_at desc limit ${RESOLVED_LINES})
      )
      select jsonb_build_object('id', f.id, 'kind', f.kind, 'severity', f.severity, 'state', f.state, 'acknowledged', f.state = 'acknowledged',
        'openedAtMs', epoch_ms(f.opened_at), 'updatedAtMs', epoch_ms(f.updated_at), 'code', f.evidence ->> 'code', 'runId', f.evidence ->> 'runId',
        'figures', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(f.evidence) where jsonb_typeof(value) = 'number'),
        'sync', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end,
        'snoozedUntilMs', epoch_ms(f.snoozed_until), 'acknowledgedByName', a.name, 'resolvedAtMs', epoch_ms(f.resolved_at), 'resolvedByName', r.name
      ) as finding
      from shown f
      left join syncs s on s.id = f.sync_id
      left join users a on a.id = f.acknowledged_by
      left join users r on r.id = f.resolved_by`);
    const all = rows.map(({ finding }) => finding);
    const now = all.filter(({ state }) => state !== "resolved");
    return ok({ now, resolved: all.filter(({ state }) => state === "resolved") });
  },
});
