import { eq } from "drizzle-orm";
import { z } from "zod";
import { syncs } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

const LEAST_LEDGER_DAYS = 7;

const keepLedgerDays = z.coerce
  .number()
  .int()
  .max(3650)
  .superRefine((days, context) => {
    if (days !== 0 && days < LEAST_LEDGER_DAYS)
      context.addIssue({
        ...{ code: "too_small", origin: "number", minimum: LEAST_LEDGER_DAYS, inclusive: true },
        input: days,
      });
  })
  .transform((days) => (days === 0 ? ("forever" as const) : days));

export const settingsInput = z.strictObject({
  syncId: z.uuid(),
  /** Failed runs in a row that pause the sync. */
  streakThreshold: z.coerce.number().int().min(1).max(100),
  /** Whether a pause that outages alone caused ends by itself. */
  resumeAfterOutage: z.boolean(),
  /** Days that closed ledger rows are kept; 0: for ever. */
  keepLedgerDays,
});

/** Sets what is no part of the publication: at once, for the runs that end from now on. */
export const setSettings = defineUseCase({
  role: "editor",
  input: settingsInput,
  run: async (tx, _context, { syncId, streakThreshold, ...changed }) => {
    const [sync] = await tx.select({ settings: syncs.settings }).from(syncs).where(eq(syncs.id, syncId)).for("update");
    if (!sync) return refuse("not_found", "not_found");
    await tx
      .update(syncs)
      .set({ streakThreshold, settings: { ...sync.settings, ...changed } })
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
