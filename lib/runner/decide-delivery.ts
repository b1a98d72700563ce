import type { SourceRecord } from "@/lib/rules/customer";
import type { Evaluation } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import { isWritten, mayLandLate, ownedByOther, takeOff, type WrittenRow } from "./decide-take-off";
import type { Decision, DecisionInput, IntendedWrite, Landing } from "./decision";
import type { Landed } from "./states";

type Deliverable = Extract<Evaluation, { kind: "deliver" }>;

/** A record that may be sent: nothing, when an older version, another owner or an equal payload stands in the way; else one write. */
export function decideDelivery(input: DecisionInput, record: SourceRecord, evaluation: Deliverable): Decision {
  const { row, facts } = input;
  const hash = input.hash(evaluation.address);
  const notes = evaluation.omissions.map((omission) => `${omission.attribute}:${omission.why}`);
  if (facts.tombstoned.has(input.pending.recordId)) return land("refused", "suppressed", hash);
  if (row?.sourceUpdatedAtMs != null && row.sourceUpdatedAtMs > record.updatedAtMs)
    return land("superseded", "older_version", hash);
  if (row?.listed && isWritten(row) && row.addressHash !== hash && !ownedByOther(input, row.addressHash))
    return mayLandLate(row, input) ?? leaveOldAddress(row, input, evaluation.address);
  if (ownedByNewer(input, hash, record)) return land("superseded", "address_owned_by_other", hash);
  const write = intendedWrite(input, evaluation, hash, notes);
  const isApplied = row?.addressHash === hash && row.listed && row.appliedDigest === write.digest;
  if (!isApplied || input.resend) return write;
  const landing = land("unchanged", null, hash, notes);
  if (input.pending.again?.cause !== "recheck") return landing;
  return { kind: "verify", landing, target: write.target, payload: write.payload };
}

/**
 * A contact's address is never changed in Brevo, since that lifts its blocklisting: the contact under the old one is taken off the lists first, by a delivery
 * of its own, and the new address is written after that.
 */
const leaveOldAddress = (row: WrittenRow, input: DecisionInput, address: string): IntendedWrite => ({
  ...takeOff(row, input.rule.unlist, address, { outcome: "delivered", reason: null }),
  decidesAgain: true,
});

/** The one updated last owns the address; in one second the greater id does, so that both sides decide alike. */
function ownedByNewer(input: DecisionInput, hash: string, record: SourceRecord): boolean {
  const owner = input.facts.owners.get(hash);
  if (!owner || !ownedByOther(input, hash)) return false;
  if (owner.sourceUpdatedAtMs !== record.updatedAtMs) return owner.sourceUpdatedAtMs > record.updatedAtMs;
  return owner.recordId > record.id;
}

function intendedWrite(input: DecisionInput, evaluation: Deliverable, hash: string, notes: string[]): IntendedWrite {
  const { row } = input;
  return {
    kind: "write",
    target:
      row?.addressHash === hash && row.destinationId !== null
        ? { by: "id", id: row.destinationId }
        : { by: "address", address: evaluation.address },
    payload: evaluation.payload,
    address: evaluation.address,
    addressHash: hash,
    digest: payloadDigest(evaluation.payload),
    sequence: row?.sequence ?? 0,
    lands: { outcome: "delivered", reason: null },
    lists: true,
    // In a rule with other than marketing lists an opt-out arrives as a delivery that also blocks: it may not wait for caps.
    withdrawal: evaluation.payload.emailBlacklisted === true,
    decidesAgain: false,
    requeueHashes: [],
    notes,
  };
}

const land = (outcome: Landed, reason: string | null, addressHash: string, notes: string[] = []): Landing => ({
  kind: "land",
  outcome,
  reason,
  addressHash,
  requeueHashes: [],
  notes,
});
