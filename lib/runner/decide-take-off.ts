import type { ContactPayload } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import type { Decision, DecisionInput, Landing } from "./decision";
import type { RecordRow, WriteTarget } from "./ports";
import type { Landed } from "./states";

/**
 * Someone who may not (any longer) be on the lists: if we put them there, one write takes them off; if not, nothing is sent. When another customer owns the
 * address by now, only an opt-out touches the contact. Whoever shares the address is decided anew, because its owner has changed, or has opted out for all.
 */
export function decideTakeOff(
  input: DecisionInput,
  payload: ContactPayload,
  address: string | null,
  lands: { outcome: Landed; reason: string | null },
): Decision {
  const { row, optedOut } = input;
  const known = address === null ? (row?.addressHash ?? null) : input.hash(address);
  const newlyOptedOut = optedOut && !row?.optedOut && known !== null ? [known] : [];
  if (!row || row.destinationId === null || row.addressHash === null || !concerns(input, row, payload)) {
    const landing: Landing = { kind: "land", ...lands, addressHash: known, requeueHashes: newlyOptedOut, notes: [] };
    const target = contactOf(row, address);
    const lateCall =
      input.pending.again?.cause === "recheck" && target !== null && !(known !== null && ownedByOther(input, known));
    return lateCall ? { kind: "verify", landing, target, payload } : landing;
  }
  return {
    kind: "write",
    target: { by: "id", id: row.destinationId },
    payload,
    address: address ?? "",
    addressHash: row.addressHash,
    digest: payloadDigest(payload),
    sequence: row.sequence,
    lands,
    lists: false,
    withdrawal: true,
    leaves: null,
    requeueHashes: [...new Set([row.addressHash, ...newlyOptedOut])],
    notes: [],
  };
}

/** Whether there is something to take off: they are on the lists by us, or they opted out and the contact that we once wrote is not blocklisted yet. */
function concerns(input: DecisionInput, row: RecordRow, payload: ContactPayload): boolean {
  if (row.addressHash !== null && ownedByOther(input, row.addressHash)) return false;
  return row.listed || (payload.emailBlacklisted === true && row.appliedDigest !== payloadDigest(payload));
}

/** Where a call that was given up might have made a contact. */
function contactOf(row: RecordRow | undefined, address: string | null): WriteTarget | null {
  if (address !== null) return { by: "address", address };
  return row?.destinationId ? { by: "id", id: row.destinationId } : null;
}

/** Whether another customer is listed under the address. */
export function ownedByOther(input: DecisionInput, addressHash: string): boolean {
  const owner = input.facts.owners.get(addressHash);
  return owner !== undefined && owner.recordId !== input.pending.recordId && !owner.withdrawn;
}
