import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { resolveFinding } from "@/lib/db/queries/resolve-finding";
import { syncs } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, type UseCaseError } from "../errors";
import { loadPaused } from "./load-paused";
import { probeEnds } from "./probe-ends";
import { resumeSyncInput } from "./resume-input";

/**
 * Puts a paused sync back to work: proves that its publication is still valid, asks both ends live, and only then resumes; the next scheduled run is due at
 * once. Refuses with the cause when an end does not answer, and says "publish again" when the publication no longer holds.
 */
export async function resumeSync(
  context: Context,
  input: z.input<typeof resumeSyncInput>,
): Promise<Result<{ syncId: string }, UseCaseError>> {
  const paused = await loadPaused(context, input);
  if (!paused.ok) return paused;
  const probed = await probeEnds(paused.value);
  if (!probed.ok) return probed;
  return putToWork(context, { ...input, publicationId: paused.value.publicationId });
}

const ENDED_BY_RESUMING = ["sync.paused", "sync.failing", "sync.opt_outs_waiting"] as const;

const putToWork = defineUseCase({
  role: "editor",
  input: resumeSyncInput.extend({ publicationId: z.uuid() }),
  run: async (tx, _context, { syncId, publicationId }) => {
    const [resumed] = await tx
      .update(syncs)
      .set({
        state: "active",
        changedAt: sql`clock_timestamp()`,
        pausedAt: null,
        pauseCause: null,
        pauseOutageOnly: false,
        pauseRunIds: [],
        nextProbeAt: null,
        nextOptOutAt: null,
        nextRunAt: sql`case when ${syncs.schedule} ->> 'kind' = 'off' then null else clock_timestamp() end`,
      })
      .where(and(eq(syncs.id, syncId), eq(syncs.state, "paused"), eq(syncs.livePublicationId, publicationId)))
      .returning({ id: syncs.id });
    if (!resumed) return refuse("conflict", "conflict");
    for (const end of ["source", "destination"]) await resolveFinding(tx.raw, syncId, "sync.access_lost", end);
    for (const kind of ENDED_BY_RESUMING) await resolveFinding(tx.raw, syncId, kind);
    return ok({ syncId });
  },
  audit: ({ syncId, reason, publicationId }) => ({
    verb: "sync.resumed",
    subjectKind: "sync",
    subjectId: syncId,
    details: { reason, publicationId },
  }),
});
