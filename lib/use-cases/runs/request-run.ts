import { eq } from "drizzle-orm";
import { z } from "zod";
import { requestRun as insertRun, type RequestedRun } from "@/lib/db/run-requests";
import { syncs } from "@/lib/db/schema/syncs";
import { announceRun } from "@/lib/dispatch/announce-run";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, type UseCaseError } from "../errors";

export const requestRunInput = z.strictObject({ syncId: z.uuid() });

const insert = defineUseCase({
  role: "editor",
  input: requestRunInput,
  run: async (tx, context, { syncId }): Promise<Result<RequestedRun, UseCaseError>> => {
    const [sync] = await tx.select({ state: syncs.state }).from(syncs).where(eq(syncs.id, syncId)).for("share");
    if (!sync) return refuse("not_found", "not_found");
    if (sync.state === "draft") return refuse("conflict", "syncs.run_needs_active_draft");
    if (sync.state === "paused") return refuse("conflict", "syncs.run_needs_active_paused");
    return ok(
      await insertRun(tx, { syncId, lane: "manual", kind: "ordinary", requestedBy: "user", userId: context.user.id }),
    );
  },
  audit: ({ syncId }, run) => ({
    verb: "run.requested",
    subjectKind: "run",
    subjectId: run.runId,
    details: { syncId, state: run.state },
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
  if (requested.ok && requested.value.state === "queued") await announce(context, requested.value.runId);
  return requested;
}

/** The run stands in the database: an announcement that fails is made again by the dispatcher, so the person is not told of it. */
async function announce(context: Context, runId: string): Promise<void> {
  try {
    await announceRun(context.workspaceId, runId);
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    console.error(JSON.stringify({ level: "warn", event: "announcement_failed", runId, name }));
  }
}
