import type { Decision, Landing } from "./decision";

/**
 * Two customers of one chunk with one address: the one updated last owns it (in one second the greater id), the other is superseded.
 * @param decisions by record id, changed in place. @param updatedAtMs by record id
 */
export function settleSharedAddresses(
  decisions: Map<string, Decision>,
  updatedAtMs: ReadonlyMap<string, number>,
): void {
  const writers = new Map<string, string>();
  for (const [recordId, decision] of decisions) {
    if (decision.kind !== "write" || !decision.lists) continue;
    const rival = writers.get(decision.addressHash);
    const owner = rival === undefined || isNewer(recordId, rival, updatedAtMs) ? recordId : rival;
    writers.set(decision.addressHash, owner);
    if (rival !== undefined) decisions.set(owner === recordId ? rival : recordId, superseded(decision.addressHash));
  }
}

const superseded = (addressHash: string): Landing => ({
  kind: "land",
  outcome: "superseded",
  reason: "address_owned_by_other",
  addressHash,
  requeueHashes: [],
  notes: [],
});

const isNewer = (a: string, b: string, at: ReadonlyMap<string, number>): boolean => {
  const difference = (at.get(a) ?? 0) - (at.get(b) ?? 0);
  return difference === 0 ? a > b : difference > 0;
};
