import { eq } from "drizzle-orm";
import { z } from "zod";
import { publications } from "@/lib/db/schema/publications";
import { syncs } from "@/lib/db/schema/syncs";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { ok } from "@/lib/kernel/result";
import { draftSchema } from "@/lib/rules/draft";
import { defineUseCase } from "../define-use-case";
import { findSync } from "./find-sync";
import { refuseOver, storeDraft } from "./store-draft";

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
    const saved = await storeDraft(tx, { ...input, by: context.user.id });
    if (saved === null) return refuseOver(tx, input.syncId);
    const { livePublicationId, state } = sync.value;
    const [live] =
      livePublicationId === null
        ? []
        : await tx.select({ rule: publications.rule }).from(publications).where(eq(publications.id, livePublicationId));
    const differs = live !== undefined && canonicalJson(live.rule) !== canonicalJson(input.rule);
    const stops = state === "active" && differs && !input.keepRunning;
    if (stops) await tx.update(syncs).set({ state: "draft", nextRunAt: null }).where(eq(syncs.id, input.syncId));
    return ok({ revision: saved, stopped: stops });
  },
  audit: (input, { revision, stopped }) => ({
    verb: stopped ? "sync.returned_to_draft" : "draft.saved",
    subjectKind: "sync",
    subjectId: input.syncId,
    details: { revision },
  }),
});
