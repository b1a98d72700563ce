import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import type { Severity } from "@/lib/runner/finding-kinds";
import { defineUseCase } from "../define-use-case";

/** What is wrong now; instants are epoch ms. */
export interface FindingLine {
  id: string;
  kind: string;
  severity: Severity;
  acknowledged: boolean;
  openedAtMs: number;
  updatedAtMs: number;
  /** Code of the failure it is about, if it is about one. */
  code: string | null;
  /** The run it is about, if it is about one. */
  runId: string | null;
  /** Numbers that its kind tells: `pending`, `usual`, `failures`, `sinceMs`. */
  figures: Readonly<Record<string, number>>;
}

/** Findings of a sync that are not resolved: the gravest first, then the newest. */
export const listFindings = defineUseCase({
  role: "viewer",
  input: z.strictObject({ syncId: z.uuid() }),
  run: async (tx, _context, { syncId }) => {
    const rows = await tx.execute<{ finding: FindingLine }>(sql`
      select jsonb_build_object('id', id, 'kind', kind, 'severity', severity, 'acknowledged', state = 'acknowledged', 'openedAtMs', epoch_ms(opened_at),
        'updatedAtMs', epoch_ms(updated_at), 'code', evidence ->> 'code', 'runId', evidence ->> 'runId', 'figures',
        (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(evidence) where jsonb_typeof(value) = 'number')) as finding
      from findings where sync_id = ${syncId} and state <> 'resolved'
      order by array_position(array['critical', 'warning', 'info'], severity), opened_at desc limit 50`);
    return ok(rows.map(({ finding }) => finding));
  },
});
