import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { connections } from "@/lib/db/schema/connections";
import { type PreviewState, previews, publications } from "@/lib/db/schema/publications";
import { openJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { InvariantViolation } from "@/lib/kernel/errors";
import { ok, type Result } from "@/lib/kernel/result";
import { diffRules, type RuleChange } from "@/lib/rules/diff";
import type { PreviewSample, PreviewTotals } from "@/lib/rules/preview";
import { type PublishedEnds, type Rule, ruleSchema } from "@/lib/rules/schema";
import { type Failure, failure } from "@/lib/runner/failures";
import { contactCallsPerMinute } from "../connections/contact-calls-per-minute";
import { type Context, requireRole } from "../context";
import { findSync } from "../drafts/find-sync";
import { invalidInput, refuse, type UseCaseError } from "../errors";
import { sampleBinding } from "./sample-binding";

/** A preview as its page shows it. Samples are personal: they go to the browser of a member and nowhere else. */
export interface ShownPreview {
  id: string;
  state: PreviewState;
  digest: string;
  /** Exactly what was previewed; a draft that differs from it must be previewed again. */
  rule: Rule;
  ends: PublishedEnds;
  /** Null until ready. They add up: read = create + update + unchanged + refused + filtered. */
  totals: PreviewTotals | null;
  samples: PreviewSample[];
  failure: Failure | null;
  startedAtMs: number;
  expiresAtMs: number;
  isExpired: boolean;
  /** Contact calls that the account's plan leaves us in a minute. */
  callsPerMinute: number;
  /** The version that runs now, and how the previewed rule differs from it; null: none was ever published. */
  live: { number: number; changes: RuleChange[] } | null;
  /** Number that publishing would give. */
  nextNumber: number;
}

type PreviewRow = typeof previews.$inferSelect;

/** A preview whose process died never becomes ready. */
const GIVEN_UP = sql<boolean>`${previews.state} = 'running' and ${previews.createdAt} < clock_timestamp() - interval '10 minutes'`;

const readPreviewInput = z.strictObject({ syncId: z.uuid(), previewId: z.uuid() });

/** One preview of one sync of this workspace; an unknown, foreign and swept one are refused alike. */
export async function readPreview(
  context: Context,
  input: z.input<typeof readPreviewInput>,
): Promise<Result<ShownPreview, UseCaseError>> {
  const allowed = requireRole(context, "viewer");
  if (!allowed.ok) return allowed;
  const parsed = readPreviewInput.safeParse(input);
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { syncId, previewId } = parsed.data;
  return context.transact(async (tx) => {
    const shown = await showFirst(tx, syncId, eq(previews.id, previewId));
    return shown ? ok(shown) : refuse("not_found", "publish.preview_gone");
  });
}

/** The newest preview of a sync that has not expired, so that a page loaded again goes on where it was; null: there is none. */
export async function readLatestPreview(
  context: Context,
  syncId: string,
): Promise<Result<ShownPreview | null, UseCaseError>> {
  const allowed = requireRole(context, "viewer");
  if (!allowed.ok) return allowed;
  return context.transact(async (tx) => {
    const sync = await findSync(tx, syncId);
    if (!sync.ok) return sync;
    return ok(await showFirst(tx, syncId, sql`${previews.expiresAt} > clock_timestamp()`));
  });
}

async function showFirst(tx: WorkspaceTx, syncId: string, which: SQL): Promise<ShownPreview | null> {
  const [found] = await tx
    .select({
      row: previews,
      isExpired: sql<boolean>`${previews.expiresAt} <= clock_timestamp()`,
      isGivenUp: GIVEN_UP,
    })
    .from(previews)
    .where(and(eq(previews.syncId, syncId), which))
    .orderBy(desc(previews.createdAt))
    .limit(1);
  if (!found) return null;
  const died = { state: "failed" as const, failure: failure("run.internal", "preview_died") };
  return show(tx, { ...found.row, ...(found.isGivenUp ? died : {}) }, found.isExpired);
}

async function show(tx: WorkspaceTx, row: PreviewRow, isExpired: boolean): Promise<ShownPreview> {
  const rule = ruleSchema.parse(row.rule);
  const { live, nextNumber } = await versionsOf(tx, row.syncId, rule);
  return {
    id: row.id,
    state: row.state,
    digest: row.digest,
    rule,
    ends: row.ends,
    totals: totalsOf(row),
    samples: await samplesOf(tx, row),
    failure: row.failure,
    startedAtMs: row.createdAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    isExpired,
    callsPerMinute: await callsPerMinute(tx, row.ends.destination.connectionId),
    live,
    nextNumber,
  };
}

/** Only a ready preview has totals, and every ready one has. */
function totalsOf(row: PreviewRow): PreviewTotals | null {
  if (row.state !== "ready") return null;
  if (row.totals === null) throw new InvariantViolation(`preview ${row.id} is ready without totals`);
  return row.totals as PreviewTotals;
}

async function samplesOf(tx: WorkspaceTx, row: PreviewRow): Promise<PreviewSample[]> {
  if (row.samples === null) return [];
  const keys = await loadWorkspaceKeys(tx.raw, tx.workspaceId, installation().master);
  return openJson<PreviewSample[]>(keys.data, row.samples, sampleBinding(tx.workspaceId, row.id));
}

async function callsPerMinute(tx: WorkspaceTx, connectionId: string): Promise<number> {
  const [row] = await tx
    .select({ details: connections.details })
    .from(connections)
    .where(eq(connections.id, connectionId));
  return contactCallsPerMinute(row?.details.rateTier ?? "general");
}

async function versionsOf(tx: WorkspaceTx, syncId: string, rule: Rule) {
  const sync = await findSync(tx, syncId);
  const liveId = sync.ok ? sync.value.livePublicationId : null;
  const rows = await tx
    .select({ id: publications.id, number: publications.number, rule: publications.rule })
    .from(publications)
    .where(eq(publications.syncId, syncId))
    .orderBy(desc(publications.number));
  const live = rows.find((row) => row.id === liveId);
  return {
    nextNumber: (rows[0]?.number ?? 0) + 1,
    live: live ? { number: live.number, changes: diffRules(ruleSchema.parse(live.rule), rule) } : null,
  };
}
