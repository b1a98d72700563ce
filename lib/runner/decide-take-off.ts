import type { ContactPayload } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import type { Decision, DecisionInput, IntendedWrite, Landing } from "./decision";
import type { RecordRow } from "./delivery-port";
import type { WriteTarget } from "./destination-port";
import type { Landed } from "./states";

/**
 * Someone who may not (any longer) be on the lists: if we put them there, one write takes them off; if not, nothing is sent. When another customer owns the
 * address by now, the contact is left to that one.
 */
export function decideTakeOff(
  input: DecisionInput,
  payload: ContactPayload,
  address: string | null,
  lands: { outcome: Landed; reason: string | null },
): Decision {
  const { row } = input;
  const known = address === null ? (row?.addressHash ?? null) : input.hash(address);
  if (row && isWritten(row) && concerns(input, row, payload)) {
    const write = takeOff(row, payload, address ?? "", lands);
    if (known === row.addressHash) return write;
    return mayLandLate(row, input) ?? { ...write, decidesAgain: known !== null };
  }
  const landing: Landing = { kind: "land", ...lands, addressHash: known, requeueHashes: [], notes: [] };
  const target = contactOf(row, address);
  const mayHaveLanded = input.pending.again?.cause === "recheck" && !(known !== null && ownedByOther(input, known));
  return mayHaveLanded && target !== null ? { kind: "verify", landing, target, payload } : landing;
}

/** A row whose contact we have written, under an address. */
export type WrittenRow = RecordRow & { destinationId: string; addressHash: string };

export const isWritten = (row: RecordRow): row is WrittenRow => row.destinationId !== null && row.addressHash !== null;

/** An address is not left while a call to it that was given up may land: nobody would look at it afterwards. */
export function mayLandLate(row: RecordRow, { pending, nowMs, lateMs }: DecisionInput): Decision | null {
  const untilMs = row.settledAtMs + lateMs;
  return pending.again?.cause === "recheck" && nowMs < untilMs ? { kind: "wait", untilMs } : null;
}

/** Takes the contact of a row off the lists, and lets those who share the address be decided anew. */
export const takeOff = (
  row: WrittenRow,
  payload: ContactPayload,
  address: string,
  lands: IntendedWrite["lands"],
): IntendedWrite => ({
  kind: "write",
  target: { by: "id", id: row.destinationId },
  payload,
  address,
  addressHash: row.addressHash,
  digest: payloadDigest(payload),
  sequence: row.sequence,
  lands,
  lists: false,
  withdrawal: true,
  decidesAgain: false,
  requeueHashes: [row.addressHash],
  notes: [],
});

/** Whether there is something to take off: they are on the lists by us, or they opted out and the contact that we once wrote is not blocklisted yet. */
function concerns(input: DecisionInput, row: WrittenRow, payload: ContactPayload): boolean {
  if (ownedByOther(input, row.addressHash)) return false;
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
  return owner !== undefined && owner.recordId !== input.pending.recordId;
}
