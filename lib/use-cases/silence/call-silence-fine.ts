import { sql } from "drizzle-orm";
import { z } from "zod";
import { UNUSUALLY_SILENT } from "@/lib/db/queries/note-silence";
import { resolveFinding } from "@/lib/db/queries/resolve-finding";
import { ok } from "@/lib/kernel/result";
import { markBenign } from "@/lib/runner/statistic/judge-silence";
import { silenceStateSchema } from "@/lib/runner/statistic/silence-state";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/**
 * A person says that a silence was fine: the finding is resolved, of this very silence nobody is told for a day, and for 30 days it takes twice as much to be
 * told again. Refused when the finding is gone by now.
 */
export const callSilenceFine = defineUseCase({
  role: "editor",
  input: z.strictObject({ syncId: z.uuid() }),
  run: async (tx, _context, { syncId }) => {
    // The row is locked before the finding is asked for: a read that ends meanwhile comes after this or before it, never between.
    const [row] = await tx.execute<{ state: unknown }>(
      sql`select state from silence_states where sync_id = ${syncId} for update`,
    );
    const known = silenceStateSchema.safeParse(row?.state);
    const open = await tx.execute(
      sql`select from findings where sync_id = ${syncId} and kind = ${UNUSUALLY_SILENT} and state <> 'resolved'`,
    );
    if (!known.success || open.length === 0) return refuse("conflict", "syncs.silence_over");
    const state = markBenign(known.data, known.data.countedToMs ?? 0);
    await tx.execute(
      sql`update silence_states set state = ${JSON.stringify(state)}::text::jsonb, updated_at = clock_timestamp() where sync_id = ${syncId}`,
    );
    await resolveFinding(tx.raw, syncId, UNUSUALLY_SILENT);
    return ok({ syncId });
  },
  audit: ({ syncId }) => ({ verb: "sync.silence_called_fine", subjectKind: "sync", subjectId: syncId, details: {} }),
});
