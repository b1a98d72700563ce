import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { runs } from "@/lib/db/schema/runs";
import { syncs } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import { approvalCovers } from "@/lib/runner/guard";
import type { Context } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, type UseCaseError } from "../errors";
import { announceRequested } from "../runs/announce-requested";

const approveInput = z.strictObject({
  syncId: z.uuid(),
  /** The number of records that the person saw. */
  shown: z.coerce.number().int().positive(),
});

/** `runId` is the run that waits; null when it is over by now and the approval is the next run's. */
export interface Approval {
  syncId: string;
  covers: number;
  runId: string | null;
}

/**
 * Lets a mass change through, once: covers twice the number that the person saw. Refused when that number has changed since, or when somebody was faster.
 * The run that waits goes on at once.
 */
export async function approveMassChange(
  context: Context,
  input: z.input<typeof approveInput>,
): Promise<Result<Approval, UseCaseError>> {
  const approved = await approve(context, input);
  if (approved.ok && approved.value.runId !== null) await announceRequested(context.workspaceId, approved.value.runId);
  return approved;
}

const approve = defineUseCase({
  role: "editor",
  input: approveInput,
  run: async (tx, _context, { syncId, shown }): Promise<Result<Approval, UseCaseError>> => {
    const [sync] = await tx
      .select({ state: syncs.state, shown: syncs.guardShown, approved: syncs.guardApproved })
      .from(syncs)
      .where(eq(syncs.id, syncId))
      .for("update");
    if (!sync) return refuse("not_found", "not_found");
    if (sync.state !== "active") return refuse("conflict", "syncs.not_active");
    if (sync.shown === null || sync.approved !== null) return refuse("conflict", "syncs.nothing_to_approve");
    if (sync.shown !== shown) return refuse("conflict", "syncs.mass_change_moved", { pending: sync.shown });
    const covers = approvalCovers(shown);
    await tx.update(syncs).set({ guardApproved: covers }).where(eq(syncs.id, syncId));
    // Due now: should the announcement get lost, the dispatcher makes it again.
    const [run] = await tx
      .update(runs)
      .set({ wakeAt: sql`clock_timestamp()` })
      .where(
        and(eq(runs.syncId, syncId), eq(runs.lane, "scheduled"), eq(runs.state, "waiting"), isNull(runs.guardPassedAt)),
      )
      .returning({ id: runs.id });
    return ok({ syncId, covers, runId: run?.id ?? null });
  },
  audit: ({ syncId, shown }, { covers, runId }) => ({
    verb: "sync.mass_change_approved",
    subjectKind: "sync",
    subjectId: syncId,
    details: { shown, covers, runId },
  }),
});
