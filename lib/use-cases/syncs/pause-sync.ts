import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { syncs } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** Why, in a person's words: goes to the audit log. */
export const reasonSchema = z.string().trim().min(3).max(500);

/** A person pauses an active sync: a run at work stops at its next check, and nothing runs until somebody resumes it. */
export const pauseSync = defineUseCase({
  role: "editor",
  input: z.strictObject({ syncId: z.uuid(), reason: reasonSchema }),
  run: async (tx, _context, { syncId }) => {
    const [sync] = await tx.select({ state: syncs.state }).from(syncs).where(eq(syncs.id, syncId)).for("update");
    if (!sync) return refuse("not_found", "not_found");
    if (sync.state !== "active") return refuse("conflict", "syncs.not_active");
    await tx
      .update(syncs)
      .set({
        state: "paused",
        pausedAt: sql`clock_timestamp()`,
        pauseCause: null,
        pauseOutageOnly: false,
        pauseRunIds: [],
        nextProbeAt: null,
        // Opt-outs do not wait: an hourly pass sends them alone.
        nextOptOutAt: sql`clock_timestamp() + interval '1 hour'`,
      })
      .where(eq(syncs.id, syncId));
    return ok({ syncId });
  },
  audit: ({ syncId, reason }) => ({
    verb: "sync.paused",
    subjectKind: "sync",
    subjectId: syncId,
    details: { reason },
  }),
});
