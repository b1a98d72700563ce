import { planWalk, startOfLane, type WalkPlan } from "./bookmark";
import { type Failure, failure } from "./failures";
import { type Judged, judgeRead } from "./judge-read";
import { type LegContext, legIsOver } from "./leg-context";
import type { ListPage, Walk } from "./reading-ports";
import { overlapOf } from "./receipts/overlap";
import { PAGE_SIZE } from "./timing";

export type Discovery = Judged | { kind: "leg_over" };

/**
 * First half of a run: walks the source for what changed since the bookmark and queues ids. Saved page by page, gone on with by the next leg, and judged by
 * its receipts at the end; nothing is sent before that.
 */
export async function discover(context: LegContext): Promise<Discovery> {
  if (context.brief.kind === "test") return queueTestRecords(context);
  const walk = await context.ports.walks.walkOfRun(context.lease);
  if (walk?.state !== "judged") return walkThrough(context, walk, planNextWalk);
  if (walk.asksAgain) {
    // Without a word to anyone: what a silence needs is another read, not a person.
    Object.assign(context, await context.ports.open(context.brief, { freshToken: true }));
    return walkThrough(context, null, planSecondLook);
  }
  if (!isOver(context, walk)) return { kind: "judged", verdict: walk.verdict, asksAgain: false };
  return walkThrough(context, null, walk.verdict === "suspect_short" ? planNextWalk : planWalkAgain);
}

type Planner = (context: LegContext) => Promise<WalkPlan>;

/** Walks to the end, from where `begun` was left or from the head, and judges. */
async function walkThrough(context: LegContext, begun: Walk | null, planned: Planner): Promise<Discovery> {
  let walk = begun;
  const met = new Set<string>();
  let restarts = 0;
  while (walk?.state !== "complete") {
    if (legIsOver(context)) return { kind: "leg_over" };
    const step: PageStep | { kind: "failed"; failure: Failure } = await readPage(context, walk, met, planned);
    if (step.kind === "failed") return failWalk(context, walk, step.failure);
    if (step.kind === "restart") {
      if (++restarts > 1) return { kind: "failed", failure: failure("source.unreadable", "R1:cursor_refused") };
      walk = null;
      met.clear();
      continue;
    }
    walk = step.walk;
  }
  const judged = await judgeRead(context, walk);
  // Walking again is no progress at a batch that fails: counted anew each time, it would fail until the run's cap.
  if (judged.kind === "judged" && judged.verdict !== "suspect_short" && planned !== planWalkAgain)
    context.failedAttempts = 0;
  return judged.kind === "judged" && judged.asksAgain ? discover(context) : judged;
}

async function queueTestRecords(context: LegContext): Promise<Discovery> {
  if (!context.brief.hasWorked)
    await context.ports.walks.queueRecords(context.lease, context.brief.testRecordIds ?? []);
  return { kind: "judged", verdict: null, asksAgain: false };
}

type PageStep = { kind: "saved"; walk: Walk } | { kind: "restart" };

/** Reads and saves one page, beginning the walk with the first. */
async function readPage(
  context: LegContext,
  walk: Walk | null,
  met: Set<string>,
  planned: Planner,
): Promise<PageStep | { kind: "failed"; failure: Failure }> {
  const { ports, lease, source } = context;
  const askedAtMs = await context.guard.check();
  const plan = walk ?? (await planned(context));
  const total = walk === null ? await source.total() : null;
  if (total && !total.ok) return { kind: "failed", failure: total.error };
  const page = await source.page({ kind: plan.kind, cursor: walk?.cursor ?? null, first: PAGE_SIZE });
  if (!page.ok) {
    if (walk === null || page.error.code !== "source.query_refused" || page.error.detail !== "cursor")
      return { kind: "failed", failure: page.error };
    await ports.walks.abandonWalk(lease, walk, null);
    return { kind: "restart" };
  }
  const disorder = disorderOf(page.value, walk, met);
  if (disorder) return { kind: "failed", failure: disorder };
  const begun = { plan, askedAtMs, serverTimeMs: page.value.serverTimeMs, totalBefore: total?.value ?? null };
  return savePage(context, walk ?? (await beginWalk(context, begun)), page.value);
}

function beginWalk(
  { ports, lease, brief }: LegContext,
  begun: { plan: WalkPlan; askedAtMs: number; serverTimeMs: number; totalBefore: number | null },
): Promise<Walk> {
  const { plan, askedAtMs, serverTimeMs, totalBefore } = begun;
  return ports.walks.beginWalk(lease, {
    ...{ kind: plan.kind, floorMs: plan.floorMs, t0Ms: Math.min(askedAtMs, serverTimeMs), totalBefore },
    startsMs: startOfLane(brief.laneStartsMs, askedAtMs, serverTimeMs),
  });
}

/**
 * Whether a judged walk of this run is to be walked anew: a short one at each further attempt, any other when it is old.
 */
const isOver = (context: LegContext, walk: Walk): boolean =>
  isOld(context, walk) || (walk.verdict === "suspect_short" && walk.shortReads <= context.brief.failedAttempts);

/** A long run walks again each interval, from where its last walk began: so that withdrawals do not wait for its end. */
const isOld = (context: LegContext, walk: Walk): boolean =>
  context.guard.nowMs() - walk.t0Ms >= context.ports.timing.walkAgainMs + context.ports.timing.marginMs;

async function planNextWalk(context: LegContext): Promise<WalkPlan> {
  const { atMs } = await context.ports.walks.bookmark(context.lease);
  const { fromMs, resend, sweep, laneStartsMs } = context.brief;
  const nowMs = context.guard.nowMs();
  return planWalk({ bookmarkMs: atMs, fromMs, resend, laneStartsMs, sweep, nowMs }, await overlapNow(context));
}

/** From where the run's last walk began. */
async function planWalkAgain(context: LegContext): Promise<WalkPlan> {
  const { coveredMs } = await context.ports.walks.bookmark(context.lease);
  if (coveredMs === null) return planNextWalk(context);
  return { kind: "updated", floorMs: coveredMs - (await overlapNow(context)) };
}

/** As far as a daily sweep: what the reads since the last record may have missed is in it. */
async function planSecondLook(context: LegContext): Promise<WalkPlan> {
  const { atMs, coveredMs } = await context.ports.walks.bookmark(context.lease);
  const { laneStartsMs } = context.brief;
  const nowMs = context.guard.nowMs();
  const from = { bookmarkMs: atMs ?? coveredMs, fromMs: null, resend: false, laneStartsMs, sweep: "daily" as const };
  return planWalk({ ...from, nowMs }, await overlapNow(context));
}

const overlapNow = async ({ ports, lease }: LegContext): Promise<number> =>
  overlapOf(await ports.receipts.lagMs(lease), ports.timing);

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
