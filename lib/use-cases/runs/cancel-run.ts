import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { runs } from "@/lib/db/schema/runs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** Asks an active run to stop at its next check; what it has delivered stays delivered. Asking twice is once. */
export const cancelRun = defineUseCase({
  role: "editor",
  input: z.strictObject({ runId: z.uuid() }),
  run: async (tx, _context, { runId }) => {
    const [asked] = await tx
      .update(runs)
      .set({ cancelRequestedAt: sql`coalesce(${runs.cancelRequestedAt}, clock_timestamp())` })
      .where(and(eq(runs.id, runId), isNull(runs.finishedAt)))
      .returning({ syncId: runs.syncId });
    if (asked) return ok({ runId, syncId: asked.syncId });
    const [over] = await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, runId));
    return over ? refuse("conflict", "runs.already_over") : refuse("not_found", "not_found");
  },
  audit: (_input, { runId, syncId }) => ({
    verb: "run.cancel_requested",
    subjectKind: "run",
    subjectId: runId,
    details: { syncId },
  }),
});
