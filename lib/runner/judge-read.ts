import type { SourceRecord } from "@/lib/rules/customer";
import { coveredBy } from "./bookmark";
import type { Failure } from "./failures";
import type { LegContext } from "./leg-context";
import type { ReadEvidence, Walk } from "./reading-ports";
import { judgeWalk } from "./silence";
import type { ReadVerdict } from "./states";

export type Judged = { kind: "judged"; verdict: ReadVerdict | null } | { kind: "failed"; failure: Failure };

/** How many known records that a list did not show are looked up by id before the read is called unreadable. */
const MISSED_SAMPLE = 50;

/** Twice the longest lag that was reported of Shopify's index. Source: docs/shopify.md. */
const LONGEST_INDEX_LAG_MS = 60 * 60_000;

/** Judges a complete walk by its receipts: stores its verdict and evidence, or abandons it. */
export async function judgeRead(context: LegContext, walk: Walk): Promise<Judged> {
  const { ports, lease } = context;
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
  await ports.walks.judgeWalk(lease, walk, {
    coveredMs: await coveredOf(context, walk),
    verdict: judgement.verdict,
    evidence,
  });
  context.failedAttempts = 0;
  return { kind: "judged", verdict: judgement.verdict };
}

/** Up to where the lane is walked now; null leaves it: other than ordinary runs, and a walk from a date that leaves a gap above the bookmark, cover nothing. */
async function coveredOf(context: LegContext, walk: Walk): Promise<number | null> {
  const { brief, ports, lease } = context;
  if (brief.kind !== "ordinary") return null;
  const covered = coveredBy(walk.kind, walk.t0Ms, ports.timing);
  if (brief.fromMs === null) return covered;
  const { atMs } = await ports.walks.bookmark(lease);
  return atMs !== null && brief.fromMs <= atMs ? covered : null;
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
      const record = found.value.records.get(id);
      return record != null && shouldBeListed(walk, record);
    });
    const gone = missed.filter((id) => found.value.records.get(id) === null);
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
