import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { type RunRequest, requestRun } from "@/lib/db/run-requests";
import { connections } from "@/lib/db/schema/connections";
import { previews, publications } from "@/lib/db/schema/publications";
import { drafts, syncs } from "@/lib/db/schema/syncs";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import { publicationDigest, signDigest } from "@/lib/rules/publication";
import { type Rule, ruleSchema } from "@/lib/rules/schema";
import { nextDueMs } from "@/lib/runner/schedule";
import { type Context, requireRecentSignIn } from "../context";
import { defineUseCase } from "../define-use-case";
import { findSync } from "../drafts/find-sync";
import { refuse, type UseCaseError } from "../errors";
import { publishedEnds } from "../previews/published-ends";
import { announceRequested } from "../runs/announce-requested";
import { attributeRivals } from "./attribute-rivals";
import { requireSecondPerson } from "./require-second-person";

const publishInput = z.strictObject({
  syncId: z.uuid(),
  previewId: z.uuid(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Customers that were sent under the version that runs: sent again by a run of the manual lane, or from their next change on. */
  existing: z.enum(["resend", "from_now"]).default("from_now"),
});

export interface Published {
  publicationId: string;
  number: number;
  /** The run that sends existing customers again; null: none was wanted, or there is no earlier version. */
  resendRunId: string | null;
}

/**
 * Publishes exactly what was previewed: the draft and both ends, as they are at this moment, must still have the digest that the person saw. Anything that
 * changed since sends it back through the preview.
 */
export async function publish(
  context: Context,
  input: z.input<typeof publishInput>,
): Promise<Result<Published, UseCaseError>> {
  const published = await publishPreviewed(context, input);
  if (published.ok && published.value.resendRunId !== null)
    await announceRequested(context.workspaceId, published.value.resendRunId);
  return published;
}

const publishPreviewed = defineUseCase({
  role: "editor",
  input: publishInput,
  run: async (tx, context, input): Promise<Result<Published, UseCaseError>> => {
    const recent = requireRecentSignIn(context, Date.now());
    if (!recent.ok) return recent;
    const sync = await findSync(tx, input.syncId);
    if (!sync.ok) return sync;
    // One publisher at a time: numbers have no gaps and the live one is the last.
    await tx.select({ id: syncs.id }).from(syncs).where(eq(syncs.id, input.syncId)).for("update");
    const second = await requireSecondPerson(tx, context, input.syncId);
    if (!second.ok) return second;
    const ends = await publishedEnds(tx, sync.value);
    if (!ends.ok) return ends;
    await lockAccount(tx, ends.value.destination.identity);
    const rule = await previewedRule(tx, input);
    if (!rule.ok) return rule;
    const digest = publicationDigest(rule.value, ends.value);
    if (digest !== input.digest) return refuse("conflict", "publish.preview_outdated");
    const rivals = await attributeRivals(tx, input.syncId, ends.value.destination.identity);
    const shared = rule.value.mapping.find(({ target }) => rivals[target.name] !== undefined)?.target.name;
    if (shared !== undefined)
      return refuse("conflict", "publish.attribute_taken", { sync: rivals[shared] ?? "", attribute: shared });
    const number = await nextNumber(tx, input.syncId);
    const [publication] = await tx
      .insert(publications)
      .values({
        workspaceId: context.workspaceId,
        syncId: input.syncId,
        number,
        rule: rule.value,
        ends: ends.value,
        digest,
        signature: signDigest(installation().signingKey, { syncId: input.syncId, number, digest }),
        previewId: input.previewId,
        publishedBy: context.user.id,
      })
      .returning({ id: publications.id });
    if (!publication) return refuse("unavailable", "unexpected");
    await goLive(tx, sync.value, publication.id);
    const isFirst = sync.value.livePublicationId === null;
    if (input.existing === "from_now" || isFirst)
      return ok({ publicationId: publication.id, number, resendRunId: null });
    const run = await requestRun(tx, resendOf(input.syncId, context.user.id));
    if (run.state === "collided") return refuse("conflict", "publish.manual_run_at_work");
    return ok({ publicationId: publication.id, number, resendRunId: run.runId });
  },
  audit: (input, { number, resendRunId }) => ({
    verb: "sync.published",
    subjectKind: "sync",
    subjectId: input.syncId,
    details: { number, digest: input.digest, ...(resendRunId === null ? {} : { resendRunId }) },
  }),
});

const resendOf = (syncId: string, userId: string): RunRequest => ({
  ...{ syncId, lane: "manual", kind: "ordinary", requestedBy: "user", userId, resend: true },
});

/** Two syncs that publish to one account at once must see each other's attributes. */
async function lockAccount(tx: WorkspaceTx, identity: string): Promise<void> {
  const ofAccount = and(eq(connections.kind, "brevo"), eq(connections.identity, identity));
  await tx.select({ id: connections.id }).from(connections).where(ofAccount).orderBy(connections.id).for("update");
}

/** The draft's rule, if the preview is ready, of today, and shows this very draft. */
async function previewedRule(
  tx: WorkspaceTx,
  input: { syncId: string; previewId: string; digest: string },
): Promise<Result<Rule, UseCaseError>> {
  const [preview] = await tx
    .select({ state: previews.state, digest: previews.digest, alive: sql<boolean>`expires_at > clock_timestamp()` })
    .from(previews)
    .where(and(eq(previews.id, input.previewId), eq(previews.syncId, input.syncId)));
  if (!preview) return refuse("not_found", "publish.preview_gone");
  if (!preview.alive || preview.digest !== input.digest) return refuse("conflict", "publish.preview_outdated");
  if (preview.state !== "ready") return refuse("conflict", "publish.preview_not_ready");
  const [draft] = await tx.select({ rule: drafts.rule }).from(drafts).where(eq(drafts.syncId, input.syncId));
  const rule = ruleSchema.safeParse(draft?.rule);
  return rule.success ? ok(rule.data) : refuse("conflict", "publish.preview_outdated");
}

async function nextNumber(tx: WorkspaceTx, syncId: string): Promise<number> {
  const [last] = await tx
    .select({ number: publications.number })
    .from(publications)
    .where(eq(publications.syncId, syncId))
    .orderBy(desc(publications.number))
    .limit(1);
  return (last?.number ?? 0) + 1;
}

/** The publication is the one to run from now; the streak begins anew. */
async function goLive(tx: WorkspaceTx, sync: typeof syncs.$inferSelect, publicationId: string): Promise<void> {
  const isScheduled = nextDueMs(sync.schedule, Date.now()) !== null;
  await tx
    .update(syncs)
    .set({
      state: "active",
      livePublicationId: publicationId,
      changedAt: sql`clock_timestamp()`,
      nextRunAt: isScheduled ? sql`clock_timestamp()` : null,
      pausedAt: null,
      pauseCause: null,
      pauseOutageOnly: false,
      pauseRunIds: [],
      nextProbeAt: null,
      nextOptOutAt: null,
    })
    .where(eq(syncs.id, sync.id));
}
