import { eq } from "drizzle-orm";
import { connections } from "@/lib/db/schema/connections";
import { publications } from "@/lib/db/schema/publications";
import { drafts } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import { suggestRule } from "@/lib/rules/defaults";
import { type DraftRule, draftSchema } from "@/lib/rules/draft";
import { type RuleProblem, ruleProblems } from "@/lib/rules/problems";
import type { SyncState } from "@/lib/runner/states";
import { type AccountShape, readAccount } from "../connections/read-account";
import { type Context, requireRole } from "../context";
import { refuse, type UseCaseError } from "../errors";
import { attributeRivals } from "../publications/attribute-rivals";
import { findSync } from "./find-sync";

/** All that the rule builder shows. */
export interface OpenDraft {
  sync: { id: string; name: string; state: SyncState };
  rule: DraftRule;
  revision: number;
  account: AccountShape;
  /** What no longer fits the account; a preview refuses them. */
  problems: RuleProblem[];
  live: { number: number; digest: string; rule: unknown } | null;
  /** Names of other live syncs, by the attribute of this account that they write: publishing one of these is refused. */
  rivals: Record<string, string>;
}

/** Opens the draft of a sync; the first time it suggests a rule from what the account has. */
export async function openDraft(context: Context, syncId: string): Promise<Result<OpenDraft, UseCaseError>> {
  const allowed = requireRole(context, "viewer");
  if (!allowed.ok) return allowed;
  const found = await context.transact((tx) => findSync(tx, syncId));
  if (!found.ok) return found;
  const { destinationConnectionId } = found.value;
  if (destinationConnectionId === null) return refuse("conflict", "rule.no_destination");
  const account = await readAccount(context, destinationConnectionId, { fresh: false });
  if (!account.ok) return account;
  const { id, name, state, livePublicationId } = found.value;
  const stored = await context.transact(async (tx) => {
    await tx
      .insert(drafts)
      .values({
        syncId: id,
        workspaceId: context.workspaceId,
        rule: suggestRule(account.value),
        updatedBy: context.user.id,
      })
      .onConflictDoNothing();
    const [draft] = await tx.select().from(drafts).where(eq(drafts.syncId, id));
    const [live] =
      livePublicationId === null
        ? []
        : await tx.select().from(publications).where(eq(publications.id, livePublicationId));
    const [end] = await tx
      .select({ identity: connections.identity })
      .from(connections)
      .where(eq(connections.id, destinationConnectionId));
    return { draft, live, rivals: end ? await attributeRivals(tx, id, end.identity) : {} };
  });
  const rule = draftSchema.safeParse(stored.draft?.rule);
  if (!stored.draft || !rule.success) return refuse("conflict", "rule.draft_unreadable");
  return ok({
    sync: { id, name, state },
    rule: rule.data,
    revision: stored.draft.revision,
    account: account.value,
    problems: ruleProblems(rule.data, account.value),
    live: stored.live ? { number: stored.live.number, digest: stored.live.digest, rule: stored.live.rule } : null,
    rivals: stored.rivals,
  });
}
