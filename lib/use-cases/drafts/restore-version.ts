import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { publications } from "@/lib/db/schema/publications";
import { ok } from "@/lib/kernel/result";
import { draftSchema } from "@/lib/rules/draft";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { findSync } from "./find-sync";
import { refuseOver, storeDraft } from "./store-draft";

/**
 * Rolls back: puts the rule of an earlier version into the draft, over the revision that the person saw. What runs keeps running; the old rule runs again
 * only as a new version, after its own preview, since the shop and the account may have changed since.
 */
export const restoreVersion = defineUseCase({
  role: "editor",
  input: z.strictObject({ syncId: z.uuid(), number: z.int().positive(), revision: z.int().positive() }),
  run: async (tx, context, { syncId, number, revision }) => {
    const sync = await findSync(tx, syncId);
    if (!sync.ok) return sync;
    const [version] = await tx
      .select({ rule: publications.rule })
      .from(publications)
      .where(and(eq(publications.syncId, syncId), eq(publications.number, number)));
    if (!version) return refuse("not_found", "versions.unknown");
    const rule = draftSchema.safeParse(version.rule);
    if (!rule.success) return refuse("conflict", "versions.unreadable");
    const saved = await storeDraft(tx, { syncId, revision, rule: rule.data, by: context.user.id });
    return saved === null ? refuseOver(tx, syncId) : ok({ revision: saved });
  },
  audit: ({ syncId, number }, { revision }) => ({
    verb: "draft.restored",
    subjectKind: "sync",
    subjectId: syncId,
    details: { number, revision },
  }),
});
