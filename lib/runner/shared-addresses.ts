import { unreachable } from "@/lib/kernel/result";
import type { Decision, Landing } from "./decision";

/**
 * Two customers of one chunk with one address: the one updated last owns it (in one second the greater id), the other is superseded.
 * @param decisions by record id, changed in place. @param updatedAtMs by record id
 * @returns by loser, the rival that owns the address if it comes to stand on the list
 */
export function settleSharedAddresses(
  decisions: Map<string, Decision>,
  updatedAtMs: ReadonlyMap<string, number>,
): Map<string, string> {
  const owners = new Map<string, string>();
  const rivals = new Map<string, string>();
  for (const [recordId, decision] of decisions) {
    const addressHash = listedUnder(decision);
    if (addressHash === null) continue;
    const rival = owners.get(addressHash);
    const owner = rival === undefined || isNewer(recordId, rival, updatedAtMs) ? recordId : rival;
    owners.set(addressHash, owner);
    if (rival === undefined) continue;
    const loser = owner === recordId ? rival : recordId;
    decisions.set(loser, superseded(addressHash));
    rivals.set(loser, owner);
  }
  return rivals;
}

/** The address under which a decision puts the contact on the lists, or leaves it there. */
function listedUnder(decision: Decision): string | null {
  switch (decision.kind) {
    case "write":
      return decision.lists ? decision.addressHash : null;
    case "land":
      return decision.outcome === "unchanged" ? decision.addressHash : null;
    case "verify":
      return listedUnder(decision.landing);
    case "look_up":
    case "wait":
      return null;
    default:
      return unreachable(decision);
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
