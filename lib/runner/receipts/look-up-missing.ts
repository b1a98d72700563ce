import type { SourceRecord } from "@/lib/rules/customer";
import type { Failure } from "../failures";
import type { LegContext } from "../leg-context";
import type { Walk } from "../reading-ports";

/** How many known records that a list did not show are looked up by id before the read is called unreadable. */
const MISSED_SAMPLE = 50;
/** When nobody of the sample is alive, so many are delivered by id: a merchant may have deleted thousands. What is beyond is the next sweep's. */
const GONE_AT_MOST = 5000;

/** Twice the longest lag that was reported of Shopify's index. Source: docs/shopify.md. */
const LONGEST_INDEX_LAG_MS = 60 * 60_000;

/** What R3 rests on at a list's end. */
export interface Proof {
  missed: number;
  missedAlive: number;
  anyKnown: boolean;
  exactTotal: number | null;
}

/** A walk that met a known record at its floor needs no more. */
export const noProofNeeded: { ok: true; proof: Proof } = {
  ok: true,
  proof: { missed: 0, missedAlive: 0, anyKnown: true, exactTotal: null },
};

/**
 * The list ended. Known records that it should have shown are looked up by id: alive ones mean that the list withheld them; dead ones were deleted by the
 * merchant, and are queued so that they land as gone.
 */
export async function lookUpMissing(
  context: LegContext,
  walk: Walk,
): Promise<{ ok: true; proof: Proof } | { ok: false; failure: Failure }> {
  const { ports, lease, source } = context;
  const missed = await ports.walks.knownMissing(lease, walk, MISSED_SAMPLE);
  const proof: Proof = { missed: missed.length, missedAlive: 0, anyKnown: missed.length > 0, exactTotal: null };
  if (missed.length > 0) {
    const found = await source.read(missed);
    if (!found.ok) return { ok: false, failure: found.error };
    const alive = missed.filter((id) => {
      const record = found.value.records.get(id);
      return record != null && shouldBeListed(walk, record);
    });
    proof.missedAlive = alive.length;
    await queueGone(context, walk, missed, found.value.records);
  }
  // A list by id is reconciled with the exact total; one by time that has rows, or lacks known ones, needs none.
  if (walk.kind === "updated" && (walk.rows > 0 || missed.length > 0)) return { ok: true, proof };
  const total = await source.total();
  if (!total.ok) return { ok: false, failure: total.error };
  return { ok: true, proof: { ...proof, exactTotal: total.value } };
}

/** Those of the sample that are gone, and when all of it is, whoever else the list did not show: each is read by id when it is delivered. */
async function queueGone(
  { ports, lease }: LegContext,
  walk: Walk,
  sample: readonly string[],
  records: ReadonlyMap<string, SourceRecord | null>,
): Promise<void> {
  const gone = sample.filter((id) => records.get(id) === null);
  if (gone.length === 0) return;
  const allOfMany = gone.length === MISSED_SAMPLE;
  await ports.walks.queueRecords(lease, allOfMany ? await ports.walks.knownMissing(lease, walk, GONE_AT_MOST) : gone);
}

/** The list by id is served by an index that may lag behind new records; nothing else excuses a list for leaving out what was there when it was asked. */
function shouldBeListed(walk: Walk, record: SourceRecord): boolean {
  if (walk.kind === "id" && record.createdAtMs > walk.t0Ms - LONGEST_INDEX_LAG_MS) return false;
  return record.updatedAtMs <= walk.t0Ms;
}
