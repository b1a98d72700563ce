import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/lib/db/schema/auth";
import { publications } from "@/lib/db/schema/publications";
import { drafts } from "@/lib/db/schema/syncs";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { ok } from "@/lib/kernel/result";
import { diffRules, type RuleChange } from "@/lib/rules/diff";
import { type Rule, ruleSchema } from "@/lib/rules/schema";
import { defineUseCase } from "../define-use-case";
import { findSync } from "../drafts/find-sync";

/** One published version. Instants are epoch ms. */
export interface PublicationLine {
  number: number;
  digest: string;
  publishedAtMs: number;
  /** Null when the person has left. */
  byName: string | null;
  /** The version that runs, or would if the sync were not paused or stopped for editing. */
  isLive: boolean;
  /** What the draft says, too: there is nothing to go back to. */
  isDraft: boolean;
  /** Against the version before; null for the first, and where one of the two cannot be read any more. */
  changes: RuleChange[] | null;
}

export interface Publications {
  syncName: string;
  /** Newest first. */
  lines: PublicationLine[];
  /** Of the stored draft: restoring a version replaces exactly this one. Null before the rule was first opened. */
  revision: number | null;
}

/** Every version of a sync's rule that was ever published; they are immutable and never deleted. */
export const listPublications = defineUseCase({
  role: "viewer",
  input: z.strictObject({ syncId: z.uuid() }),
  run: async (tx, _context, { syncId }) => {
    const sync = await findSync(tx, syncId);
    if (!sync.ok) return sync;
    const [draft] = await tx.select().from(drafts).where(eq(drafts.syncId, syncId));
    const rows = await tx
      .select({ row: publications, byName: users.name })
      .from(publications)
      .leftJoin(users, eq(users.id, publications.publishedBy))
      .where(eq(publications.syncId, syncId))
      .orderBy(desc(publications.number));
    const rules = rows.map(({ row }) => ruleOf(row.rule));
    const lines = rows.map(({ row, byName }, index): PublicationLine => {
      const [rule, before] = [rules[index], rules[index + 1]];
      return {
        ...{ number: row.number, digest: row.digest, publishedAtMs: row.publishedAt.getTime(), byName },
        isLive: row.id === sync.value.livePublicationId,
        isDraft: draft !== undefined && canonicalJson(draft.rule) === canonicalJson(row.rule),
        changes: rule && before ? diffRules(before, rule) : null,
      };
    });
    return ok<Publications>({ syncName: sync.value.name, lines, revision: draft?.revision ?? null });
  },
});

function ruleOf(stored: unknown): Rule | null {
  const parsed = ruleSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
