import { sql } from "drizzle-orm";
import { z } from "zod";
import { csvLine } from "@/lib/kernel/csv";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

const COLUMNS = [
  "customer id",
  "outcome",
  "reason",
  "error code",
  "decided at",
  "changed in Shopify at",
  "writes so far",
];

type Line = {
  record_id: string;
  outcome: string;
  reason: string | null;
  error_code: string | null;
  settled: string;
  changed: string | null;
  sequence: number;
};

const pageInput = z.strictObject({
  runId: z.uuid(),
  /** The last record of the page before. */
  after: z.string().max(20).default(""),
  upTo: z.int().min(1).max(5_000).default(1_000),
});

/**
 * The records of a run as CSV, by id, a page at a time: those that no later run has looked at again, as a record keeps its last outcome. Ids and codes,
 * nothing personal. The first page has the heading. @returns `next`: what to continue after, null at the end
 */
export const exportRun = defineUseCase({
  role: "viewer",
  input: pageInput,
  run: async (tx, _context, { runId, after, upTo }) => {
    const [run] = await tx.execute<{ sync_id: string }>(sql`select sync_id from runs where id = ${runId}`);
    if (!run) return refuse("not_found", "not_found");
    const lines = await tx.execute<Line>(sql`
      select record_id, outcome, reason, error_code, to_char(settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as settled,
        to_char(source_updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed, sequence
      from record_rows where sync_id = ${run.sync_id} and run_id = ${runId} and record_id > ${after}
      order by record_id limit ${upTo}`);
    const cells = lines.map((line) => [
      ...[line.record_id, line.outcome, line.reason, line.error_code, line.settled, line.changed, line.sequence],
    ]);
    const text = [...(after === "" ? [COLUMNS] : []), ...cells].map(csvLine).join("");
    return ok({ text, next: lines.length === upTo ? (lines.at(-1)?.record_id ?? null) : null });
  },
});
