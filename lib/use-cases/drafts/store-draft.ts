import { and, eq, sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { drafts } from "@/lib/db/schema/syncs";
import type { DraftRule } from "@/lib/rules/draft";
import { refuse } from "../errors";

/** Stores a draft over one revision. @returns the new revision; null when another one is stored by now */
export async function storeDraft(
  tx: WorkspaceTx,
  draft: { syncId: string; revision: number; rule: DraftRule; by: string },
): Promise<number | null> {
  const [saved] = await tx
    .update(drafts)
    .set({
      rule: draft.rule,
      revision: sql`${drafts.revision} + 1`,
      updatedBy: draft.by,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(drafts.syncId, draft.syncId), eq(drafts.revision, draft.revision)))
    .returning({ revision: drafts.revision });
  return saved?.revision ?? null;
}

/** Says which revision is stored, so that the editor can look at it and then decide to save over it. */
export async function refuseOver(tx: WorkspaceTx, syncId: string) {
  const [stored] = await tx.select({ revision: drafts.revision }).from(drafts).where(eq(drafts.syncId, syncId));
  return stored
    ? refuse("conflict", "rule.edited_elsewhere", { revision: stored.revision })
    : refuse("not_found", "not_found");
}
