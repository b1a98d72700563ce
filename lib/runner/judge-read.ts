import { coveredBy } from "./bookmark";
import type { Failure } from "./failures";
import type { LegContext } from "./leg-context";
import type { ReadEvidence, Walk } from "./reading-ports";
import { lookUpMissing, noProofNeeded, type Proof } from "./receipts/look-up-missing";
import { measuredLag } from "./receipts/overlap";
import { findingsOf } from "./receipts/read-findings";
import { type Taken, takeReceipts } from "./receipts/take-receipts";
import { type Weighed, weighReceipts } from "./receipts/weigh-receipts";
import type { ReadVerdict } from "./states";

export type Judged =
  /** `asksAgain`: a silence asks, once, that all receipts be taken again. */
  | { kind: "judged"; verdict: ReadVerdict | null; asksAgain: boolean }
  /** Something was missing for the first time: the source is walked again a minute later. */
  | { kind: "look_again" }
  | { kind: "failed"; failure: Failure };

/** Judges a complete walk by its receipts: stores its verdict and evidence, or abandons it. */
export async function judgeRead(context: LegContext, walk: Walk): Promise<Judged> {
  const { brief, guard, ports } = context;
  const ending = walk.metFloor ? "met_known_record" : "end_of_list";
  const gathered = ending === "end_of_list" ? await lookUpMissing(context, walk) : noProofNeeded;
  if (!gathered.ok) return { kind: "failed", failure: gathered.failure };
  const taken = await takeReceipts(context, walk);
  if (!taken.ok) return { kind: "failed", failure: taken.error };
  const at = { nowMs: guard.nowMs(), secondLook: brief.secondLook, secondLookMs: ports.timing.secondLookMs };
  const weighed = weighReceipts(walk, taken.value, { ending, ...gathered.proof }, at);
  return conclude(context, walk, { ending, proof: gathered.proof, taken: taken.value, weighed });
}

interface Read {
  ending: ReadEvidence["ending"];
  proof: Proof;
  taken: Taken;
  weighed: Weighed;
}

async function conclude(context: LegContext, walk: Walk, read: Read): Promise<Judged> {
  const { ports, lease } = context;
  const { taken, weighed } = read;
  const { judgement } = weighed;
  const evidence = evidenceOf(walk, read);
  if (judgement.kind === "unproven") {
    await ports.walks.abandonWalk(lease, walk, evidence);
    return { kind: "failed", failure: judgement.failure };
  }
  if (judgement.kind === "look_again") {
    await ports.receipts.noteContradictions(lease, walk, taken.found);
    await ports.walks.abandonWalk(lease, walk, evidence);
    return { kind: "look_again" };
  }
  const verdict = judgement.kind === "short" ? "suspect_short" : judgement.verdict;
  // First what holds the bookmark back and is still to be delivered, then how far the lane is covered.
  await ports.receipts.note(lease, walk, {
    ...{ contradictions: taken.found, supplied: taken.supplied, count: weighed.count },
    lagMs: measuredLag(taken.facts.commitDelayMs, taken.index?.lagMs ?? 0),
    findings: findingsOf(weighed, ports.timing),
  });
  const covered = await coveredOf(context, walk);
  const { lookAgain } = await ports.walks.judgeWalk(lease, walk, { coveredMs: covered, verdict, evidence });
  return { kind: "judged", verdict, asksAgain: lookAgain };
}

function evidenceOf(walk: Walk, { ending, proof, weighed }: Read): ReadEvidence {
  const { judgement, evidence } = weighed;
  const crossed = judgement.kind === "short" ? evidence.contradictions.map(({ receipt }) => receipt) : [];
  return {
    ...{ walkKind: walk.kind, floorMs: walk.floorMs, t0Ms: walk.t0Ms, pages: walk.pages, rows: walk.rows },
    ...{ queued: walk.queued, lowestMs: walk.lowestMs, ending },
    ...{ missed: proof.missed, missedAlive: proof.missedAlive, exactTotal: proof.exactTotal },
    failedReceipts: judgement.kind === "unproven" ? judgement.failedReceipts : crossed,
    receipts: evidence,
  };
}

/** Up to where the lane is walked now; null leaves it: test batches, opt-out passes, and a walk from a date that leaves a gap above the bookmark, cover nothing. */
async function coveredOf(context: LegContext, walk: Walk): Promise<number | null> {
  const { brief, ports, lease } = context;
  if (brief.kind !== "ordinary" && brief.kind !== "sweep") return null;
  const covered = coveredBy(walk.kind, walk.t0Ms, ports.timing);
  if (brief.fromMs === null) return covered;
  const { atMs } = await ports.walks.bookmark(lease);
  return atMs !== null && brief.fromMs <= atMs ? covered : null;
}
