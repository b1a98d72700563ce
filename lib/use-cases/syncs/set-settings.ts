import { eq } from "drizzle-orm";
import { z } from "zod";
import { syncs } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

export const settingsInput = z.strictObject({
  syncId: z.uuid(),
  /** Failed runs in a row that pause the sync. */
  streakThreshold: z.coerce.number().int().min(1).max(100),
  /** Whether a pause that outages alone caused ends by itself. */
  resumeAfterOutage: z.boolean(),
  /** Days that closed ledger rows are kept. */
  keepLedgerDays: z.coerce.number().int().min(7).max(3650),
});

/** Sets what is no part of the publication: at once, for the runs that end from now on. */
export const setSettings = defineUseCase({
  role: "editor",
  input: settingsInput,
  run: async (tx, _context, { syncId, streakThreshold, resumeAfterOutage, keepLedgerDays }) => {
    const [sync] = await tx.select({ settings: syncs.settings }).from(syncs).where(eq(syncs.id, syncId)).for("update");
    if (!sync) return refuse("not_found", "not_found");
    await tx
      .update(syncs)
      .set({ streakThreshold, settings: { ...sync.settings, resumeAfterOutage, keepLedgerDays } })
      .where(eq(syncs.id, syncId));
    return ok({ syncId });
  },
  audit: ({ syncId, ...settings }) => ({
    verb: "sync.settings_set",
    subjectKind: "sync",
    subjectId: syncId,
    details: settings,
  }),
});
