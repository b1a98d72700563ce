import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { requestRun as insertRun, type RequestedRun } from "@/lib/db/run-requests";
import { syncs } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, refuseField, type UseCaseError } from "../errors";
import { announceRequested } from "./announce-requested";
import { requestRunInput } from "./request-run-input";

const insert = defineUseCase({
  role: "editor",
  input: requestRunInput,
  run: async (tx, context, input): Promise<Result<RequestedRun, UseCaseError>> => {
    const [sync] = await tx
      .select({ state: syncs.state, nowMs: sql<number>`epoch_ms(clock_timestamp())` })
      .from(syncs)
      .where(eq(syncs.id, input.syncId))
      .for("share");
    if (!sync) return refuse("not_found", "not_found");
    if (sync.state === "draft") return refuse("conflict", "syncs.run_needs_active_draft");
    if (sync.state === "paused") return refuse("conflict", "syncs.run_needs_active_paused");
    if (input.fromMs !== undefined && input.fromMs > sync.nowMs) return refuseField("from", "syncs.from_in_future");
    const { testRecordIds, ...wanted } = input;
    return ok(
      await insertRun(tx, {
        ...{ lane: "manual", kind: testRecordIds ? "test" : "ordinary", requestedBy: "user", userId: context.user.id },
        ...wanted,
        ...(testRecordIds ? { testRecordIds: [...new Set(testRecordIds)] } : {}),
      }),
    );
  },
  audit: ({ syncId, fromMs, testRecordIds, resend }, run) => ({
    verb: "run.requested",
    subjectKind: "run",
    subjectId: run.runId,
    details: {
      ...{ syncId, state: run.state },
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(testRecordIds ? { testRecords: testRecordIds.length } : {}),
      ...(resend ? { resend } : {}),
    },
  }),
});

/**
 * Run now: writes a run of the manual lane and announces it. Where one is at work already, the new run is written as collided, for the history.
 * @returns the run that was written, queued or collided
 */
export async function requestRun(
  context: Context,
  input: z.input<typeof requestRunInput>,
): Promise<Result<RequestedRun, UseCaseError>> {
  const requested = await insert(context, input);
  if (requested.ok && requested.value.state === "queued")
    await announceRequested(context.workspaceId, requested.value.runId);
  return requested;
}
