import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { publications } from "@/lib/db/schema/publications";
import { drafts, syncs } from "@/lib/db/schema/syncs";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { ok } from "@/lib/kernel/result";
import { draftSchema } from "@/lib/rules/draft";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { findSync } from "./find-sync";

/**
 * Saves the draft over the revision that the editor saw; over another one it is a conflict and nothing is lost. Changing the rule of an active sync returns
 * the sync to draft, which does not run, unless the editor chose to keep the published version running.
 */
export const saveDraft = defineUseCase({
  role: "editor",
  input: z.strictObject({
    syncId: z.uuid(),
    revision: z.int().positive(),
    rule: draftSchema,
    keepRunning: z.boolean(),
  }),
  run: async (tx, context, input) => {
    const sync = await findSync(tx, input.syncId);
    if (!sync.ok) return sync;
    const [saved] = await tx
      .update(drafts)
      .set({
        rule: input.rule,
        revision: sql`${drafts.revision} + 1`,
        updatedBy: context.user.id,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(and(eq(drafts.syncId, input.syncId), eq(drafts.revision, input.revision)))
      .returning({ revision: drafts.revision });
    if (!saved) return refuseOver(tx, input.syncId);
    const { livePublicationId, state } = sync.value;
    const [live] =
      livePublicationId === null
        ? []
        : await tx.select({ rule: publications.rule }).from(publications).where(eq(publications.id, livePublicationId));
    const differs = live !== undefined && canonicalJson(live.rule) !== canonicalJson(input.rule);
    const stops = state === "active" && differs && !input.keepRunning;
    if (stops) await tx.update(syncs).set({ state: "draft", nextRunAt: null }).where(eq(syncs.id, input.syncId));
    return ok({ revision: saved.revision, stopped: stops });
  },
  audit: (input, { revision, stopped }) => ({
    verb: stopped ? "sync.returned_to_draft" : "draft.saved",
    subjectKind: "sync",
    subjectId: input.syncId,
    details: { revision },
  }),
});

/** Says which revision is stored, so that the editor can look at it and then decide to save over it. */
async function refuseOver(tx: WorkspaceTx, syncId: string) {
  const [stored] = await tx.select({ revision: drafts.revision }).from(drafts).where(eq(drafts.syncId, syncId));
  return stored
    ? refuse("conflict", "rule.edited_elsewhere", { revision: stored.revision })
    : refuse("not_found", "not_found");
}
