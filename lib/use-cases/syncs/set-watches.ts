import { eq } from "drizzle-orm";
import { z } from "zod";
import { syncs } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

export const watchesInput = z.strictObject({
  syncId: z.uuid(),
  /** Hours without a proven success. */
  silentAfterHours: z.coerce.number().int().min(1).max(720),
  /** Intervals by which a scheduled run may be overdue. */
  lateAfterIntervals: z.coerce.number().int().min(2).max(20),
  /** Empty successes in a row; 0: nobody is told of them. */
  emptyRuns: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .transform((runs) => (runs === 0 ? null : runs)),
});

/** Sets when the watches of a sync alarm: from their next hour on. */
export const setWatches = defineUseCase({
  role: "editor",
  input: watchesInput,
  run: async (tx, _context, { syncId, ...watches }) => {
    const [sync] = await tx.select({ settings: syncs.settings }).from(syncs).where(eq(syncs.id, syncId)).for("update");
    if (!sync) return refuse("not_found", "not_found");
    await tx
      .update(syncs)
      .set({ settings: { ...sync.settings, watches } })
      .where(eq(syncs.id, syncId));
    return ok({ syncId });
  },
  audit: ({ syncId, ...watches }) => ({
    verb: "sync.watches_set",
    subjectKind: "sync",
    subjectId: syncId,
    details: watches,
  }),
});
