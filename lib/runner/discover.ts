import type { SourceRecord } from "@/lib/rules/customer";
import { coveredBy, planWalk, type WalkPlan } from "./bookmark";
import { type Failure, failure } from "./failures";
import { type LegContext, legIsOver } from "./leg-context";
import type { ListPage, ReadEvidence, Walk } from "./ports";
import { judgeWalk } from "./silence";
import type { ReadVerdict } from "./states";
import { PAGE_SIZE } from "./timing";

export type Discovery =
  | { kind: "judged"; verdict: ReadVerdict | null }
  | { kind: "leg_over" }
  | { kind: "failed"; failure: Failure };

/** How many known records that a list did not show are looked up by id before the read is called unreadable. */
const MISSED_SAMPLE = 50;

/** Twice the longest lag that was reported of Shopify's index. Source: docs/shopify.md. */
const LONGEST_INDEX_LAG_MS = 60 * 60_000;

/**
 * First half of a run: walks the source for what changed since the bookmark and queues ids. Saved page by page, gone on with by the next leg, and judged by
 * its receipts at the end; nothing is sent before that.
 */
export async function discover(context: LegContext): Promise<Discovery> {
  if (context.brief.kind === "test") return queueTestRecords(context);
  let walk = await context.ports.walks.walkOfRun(context.lease);
  const covered = walk?.state === "judged" ? walk : null;
  if (covered && !isOld(context, covered)) return { kind: "judged", verdict: null };
  if (covered) walk = null;
  const met = new Set<string>();
  let restarts = 0;
  while (walk?.state !== "complete") {
    if (legIsOver(context)) return { kind: "leg_over" };
    const step: PageStep | { kind: "failed"; failure: Failure } = await readPage(context, walk, met, covered !== null);
    if (step.kind === "failed") return failWalk(context, walk, step.failure);
    if (step.kind === "restart") {
      if (++restarts > 1) return { kind: "failed", failure: failure("source.unreadable", "R1:cursor_refused") };
      walk = null;
      met.clear();
      continue;
    }
    walk = step.walk;
  }
  return judge(context, walk);
}

async function queueTestRecords(context: LegContext): Promise<Discovery> {
  if (!context.brief.hasWorked)
    await context.ports.walks.queueRecords(context.lease, context.brief.testRecordIds ?? []);
  return { kind: "judged", verdict: null };
}

type PageStep = { kind: "saved"; walk: Walk } | { kind: "restart" };

/** Reads and saves one page, beginning the walk with the first. */
async function readPage(
  context: LegContext,
  walk: Walk | null,
  met: Set<string>,
  again: boolean,
): Promise<PageStep | { kind: "failed"; failure: Failure }> {
  const { ports, lease, source } = context;
  const askedAtMs = await context.guard.check();
  const plan = walk ?? (await planNextWalk(context, again));
  const page = await source.page({ kind: plan.kind, cursor: walk?.cursor ?? null, first: PAGE_SIZE });
  if (!page.ok) {
    if (walk === null || page.error.code !== "source.query_refused" || page.error.detail !== "cursor")
      return { kind: "failed", failure: page.error };
    await ports.walks.abandonWalk(lease, walk, null);
    return { kind: "restart" };
  }
  const disorder = disorderOf(page.value, walk, met);
  if (disorder) return { kind: "failed", failure: disorder };
  const current =
    walk ?? (await ports.walks.beginWalk(lease, { ...plan, t0Ms: Math.min(askedAtMs, page.value.serverTimeMs) }));
  return savePage(context, current, page.value);
}

/** A long run walks again each interval, from where its last walk began: so that withdrawals do not wait for its end. */
const isOld = (context: LegContext, walk: Walk): boolean =>
  context.guard.nowMs() - walk.t0Ms >= context.ports.timing.walkAgainMs + context.ports.timing.marginMs;

async function planNextWalk(context: LegContext, again: boolean): Promise<WalkPlan> {
  const { atMs, coveredMs } = await context.ports.walks.bookmark(context.lease);
  const { lane, kind, fromMs, resend } = context.brief;
  if (again && coveredMs !== null) return { kind: "updated", floorMs: coveredMs - context.ports.timing.overlapMs };
  return planWalk({ lane, kind, bookmarkMs: atMs, fromMs, resend }, context.ports.timing);
}

/** Times must not rise along the walk and no id may come twice, or the list is not what it claims to be. */
function disorderOf(page: ListPage, walk: Walk | null, met: Set<string>): Failure | null {
  const unreadable = (detail: string) => failure("source.unreadable", detail);
  let lowestMs = walk?.kind === "updated" ? (walk.lowestMs ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  for (const row of page.rows) {
    if (met.has(row.id)) return unreadable("R1:id_twice");
    met.add(row.id);
    if (walk?.kind === "updated" && row.updatedAtMs > lowestMs) return unreadable("R1:times_rise");
    lowestMs = Math.min(lowestMs, row.updatedAtMs);
  }
  return null;
}

async function savePage(context: LegContext, walk: Walk, page: ListPage): Promise<PageStep> {
  const last = page.nextCursor === null;
  const { queued, metFloor } = await context.ports.walks.savePage(context.lease, walk, {
    rows: page.rows,
    cursor: page.nextCursor,
    marginMs: context.ports.timing.marginMs,
    includeKnown: context.brief.resend,
    last,
  });
  const times = page.rows.map((row) => row.updatedAtMs);
  return {
    kind: "saved",
    walk: {
      ...walk,
      cursor: page.nextCursor,
      lowestMs: lowestOf(walk.lowestMs, times),
      pages: walk.pages + 1,
      rows: walk.rows + page.rows.length,
      queued: walk.queued + queued,
      metFloor: walk.metFloor || metFloor,
      state: last || metFloor ? "complete" : "walking",
    },
  };
}

const lowestOf = (lowestMs: number | null, timesMs: readonly number[]): number | null =>
  timesMs.reduce<number | null>((low, at) => (low === null ? at : Math.min(low, at)), lowestMs);

/** A read that failed its receipts is worth nothing; one that an outage cut short goes on from its cursor. */
async function failWalk(context: LegContext, walk: Walk | null, cause: Failure): Promise<Discovery> {
  if (walk && !cause.outage) await context.ports.walks.abandonWalk(context.lease, walk, null);
  return { kind: "failed", failure: cause };
}

async function judge(context: LegContext, walk: Walk): Promise<Discovery> {
  const { ports, lease, brief } = context;
  const ending = walk.metFloor ? "met_known_record" : "end_of_list";
  const gathered = ending === "end_of_list" ? await gatherProof(context, walk) : noProofNeeded;
  if (!gathered.ok) return { kind: "failed", failure: gathered.failure };
  const judgement = judgeWalk({ kind: walk.kind, ending, rows: walk.rows, queued: walk.queued, ...gathered.proof });
  const evidence: ReadEvidence = {
    walkKind: walk.kind,
    floorMs: walk.floorMs,
    t0Ms: walk.t0Ms,
    pages: walk.pages,
    rows: walk.rows,
    queued: walk.queued,
    lowestMs: walk.lowestMs,
    ending,
    missed: gathered.proof.missed,
    missedAlive: gathered.proof.missedAlive,
    exactTotal: gathered.proof.exactTotal,
    failedReceipts: judgement.kind === "unproven" ? judgement.failedReceipts : [],
  };
  if (judgement.kind === "unproven") {
    await ports.walks.abandonWalk(lease, walk, evidence);
    return { kind: "failed", failure: judgement.failure };
  }
  const covered = coveredBy(walk.kind, walk.t0Ms, ports.timing);
  await ports.walks.judgeWalk(lease, walk, {
    coveredMs: brief.kind === "ordinary" ? covered : null,
    verdict: judgement.verdict,
    evidence,
  });
  context.failedAttempts = 0;
  return { kind: "judged", verdict: judgement.verdict };
}

interface Proof {
  missed: number;
  missedAlive: number;
  anyKnown: boolean;
  exactTotal: number | null;
}

const noProofNeeded: { ok: true; proof: Proof } = {
  ok: true,
  proof: { missed: 0, missedAlive: 0, anyKnown: true, exactTotal: null },
};

/**
 * The list ended. Known records that it should have shown are looked up by id: alive ones mean that the list withheld them; dead ones were deleted by the
 * merchant, and are queued so that they land as gone.
 */
async function gatherProof(
  context: LegContext,
  walk: Walk,
): Promise<{ ok: true; proof: Proof } | { ok: false; failure: Failure }> {
  const { ports, lease, source } = context;
  const missed = await ports.walks.knownMissing(lease, walk, MISSED_SAMPLE);
  if (missed.length > 0) {
    const found = await source.read(missed);
    if (!found.ok) return { ok: false, failure: found.error };
    const alive = missed.filter((id) => {
      const record = found.value.get(id);
      return record != null && shouldBeListed(walk, record);
    });
    const gone = missed.filter((id) => found.value.get(id) === null);
    if (gone.length > 0) await ports.walks.queueRecords(lease, gone);
    return { ok: true, proof: { missed: missed.length, missedAlive: alive.length, anyKnown: true, exactTotal: null } };
  }
  if (walk.rows > 0 && walk.kind === "updated")
    return { ok: true, proof: { missed: 0, missedAlive: 0, anyKnown: false, exactTotal: null } };
  const total = await source.total();
  if (!total.ok) return { ok: false, failure: total.error };
  return { ok: true, proof: { missed: 0, missedAlive: 0, anyKnown: false, exactTotal: total.value } };
}

/** The list by id is served by an index that may lag behind new records; nothing else excuses a list for leaving out what was there when it was asked. */
function shouldBeListed(walk: Walk, record: SourceRecord): boolean {
  if (walk.kind === "id" && record.createdAtMs > walk.t0Ms - LONGEST_INDEX_LAG_MS) return false;
  return record.updatedAtMs <= walk.t0Ms;
}
