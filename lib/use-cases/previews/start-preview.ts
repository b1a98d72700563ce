import { eq } from "drizzle-orm";
import { z } from "zod";
import { previews } from "@/lib/db/schema/publications";
import { drafts } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import { ruleProblems } from "@/lib/rules/problems";
import { publicationDigest } from "@/lib/rules/publication";
import { ruleSchema } from "@/lib/rules/schema";
import { readAccount } from "../connections/read-account";
import { type Context, requireRole } from "../context";
import { findSync } from "../drafts/find-sync";
import { invalidInput, refuse, type UseCaseError } from "../errors";
import { publishedEnds } from "./published-ends";

export const startPreviewInput = z.strictObject({ syncId: z.uuid(), revision: z.int().positive() });

/**
 * Begins a preview of the draft as the editor sees it: a whole rule that fits the account as it is now. Its digest is what publishing will be bound to.
 * `carryOutPreview` does the reading afterwards.
 */
export async function startPreview(
  context: Context,
  input: z.input<typeof startPreviewInput>,
): Promise<Result<{ previewId: string }, UseCaseError>> {
  const allowed = requireRole(context, "editor");
  if (!allowed.ok) return allowed;
  const parsed = startPreviewInput.safeParse(input);
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { syncId, revision } = parsed.data;
  const found = await context.transact(async (tx) => {
    const sync = await findSync(tx, syncId);
    if (!sync.ok) return sync;
    const ends = await publishedEnds(tx, sync.value);
    if (!ends.ok) return ends;
    const [draft] = await tx.select().from(drafts).where(eq(drafts.syncId, syncId));
    return ok({ ends: ends.value, draft });
  });
  if (!found.ok) return found;
  const { ends, draft } = found.value;
  if (draft?.revision !== revision) return refuse("conflict", "rule.edited_elsewhere");
  const rule = ruleSchema.safeParse(draft.rule);
  if (!rule.success) return { ok: false, error: invalidInput(rule.error) };
  const account = await readAccount(context, ends.destination.connectionId, { fresh: true });
  if (!account.ok) return account;
  const isBlocked = ruleProblems(rule.data, account.value).some((problem) => problem.blocks);
  if (isBlocked) return refuse("invalid", "rule.does_not_fit");
  const [row] = await context.transact((tx) =>
    tx
      .insert(previews)
      .values({
        workspaceId: context.workspaceId,
        syncId,
        revision,
        ends,
        rule: rule.data,
        digest: publicationDigest(rule.data, ends),
        createdBy: context.user.id,
      })
      .returning({ id: previews.id }),
  );
  return row ? ok({ previewId: row.id }) : refuse("unavailable", "unexpected");
}
