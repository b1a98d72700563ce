import { eq } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { connections } from "@/lib/db/schema/connections";
import { publications } from "@/lib/db/schema/publications";
import { drafts } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import { suggestRule } from "@/lib/rules/defaults";
import { type DraftRule, draftSchema } from "@/lib/rules/draft";
import { type RuleProblem, ruleProblems } from "@/lib/rules/problems";
import type { Rule } from "@/lib/rules/schema";
import type { SyncState } from "@/lib/runner/states";
import { type AccountShape, readAccount } from "../connections/read-account";
import { type Context, requireRole } from "../context";
import { refuse, type UseCaseError } from "../errors";
import { attributeRivals } from "../publications/attribute-rivals";
import { findSync, type SyncRow } from "./find-sync";

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
  const found = await context.transact(async (tx) => {
    const sync = await findSync(tx, syncId);
    if (!sync.ok) return sync;
    const end = await destinationOf(tx, sync.value);
    return end.ok ? ok({ sync: sync.value, end: end.value }) : end;
  });
  if (!found.ok) return found;
  const { sync, end } = found.value;
  const account = await readAccount(context, end.id, { fresh: false });
  if (!account.ok) return account;
  const { draft, live, rivals } = await context.transact((tx) =>
    loadDraft(tx, { sync, account: end.identity, suggested: suggestRule(account.value), by: context.user.id }),
  );
  const rule = draftSchema.safeParse(draft?.rule);
  if (!draft || !rule.success) return refuse("conflict", "rule.draft_unreadable");
  return ok({
    sync: { id: sync.id, name: sync.name, state: sync.state },
    rule: rule.data,
    revision: draft.revision,
    account: account.value,
    problems: ruleProblems(rule.data, account.value),
    live: live ? { number: live.number, digest: live.digest, rule: live.rule } : null,
    rivals,
  });
}

/** A disconnected account has no secret left to ask it with. */
async function destinationOf(tx: WorkspaceTx, { destinationConnectionId }: SyncRow) {
  if (destinationConnectionId === null) return refuse("conflict", "rule.no_destination");
  const [end] = await tx
    .select({ id: connections.id, identity: connections.identity, state: connections.state })
    .from(connections)
    .where(eq(connections.id, destinationConnectionId));
  return end && end.state !== "disconnected" ? ok(end) : refuse("conflict", "rule.destination_not_connected");
}

/** The stored draft (the suggested one, where there was none), the live version, and what other syncs write to the account. */
async function loadDraft(tx: WorkspaceTx, asked: { sync: SyncRow; account: string; suggested: Rule; by: string }) {
  const { id: syncId, workspaceId, livePublicationId } = asked.sync;
  await tx
    .insert(drafts)
    .values({ syncId, workspaceId, rule: asked.suggested, updatedBy: asked.by })
    .onConflictDoNothing();
  const [draft] = await tx.select().from(drafts).where(eq(drafts.syncId, syncId));
  const [live] =
    livePublicationId === null
      ? []
      : await tx.select().from(publications).where(eq(publications.id, livePublicationId));
  return { draft, live, rivals: await attributeRivals(tx, syncId, asked.account) };
}
