import { unreachable } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { ContactPayload, Evaluation } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import type { ChunkFacts, OpenClaim, PendingRow, RecordRow, WriteTarget } from "./ports";
import type { Landed } from "./states";

/** A write that the chunk is to claim and send. */
export interface IntendedWrite {
  kind: "write";
  target: WriteTarget;
  payload: ContactPayload;
  /** Address under which the record is (to be) known, normalised; kept sealed beside the claim. */
  address: string;
  addressHash: string;
  digest: string;
  sequence: number;
  /** How the record lands once the write is applied. */
  lands: { outcome: Landed; reason: string | null };
  /** Whether the contact is on the rule's lists afterwards. */
  lists: boolean;
  /** Takes someone off; outside caps. */
  withdrawal: boolean;
  notes: string[];
}

export type Decision =
  | { kind: "land"; outcome: Landed; reason: string | null; addressHash: string | null; notes: string[] }
  | IntendedWrite
  | { kind: "look_up"; claim: OpenClaim };

/** What is known about one record when it is decided. */
export interface DecisionInput {
  pending: PendingRow;
  record: SourceRecord | null;
  evaluation: Evaluation | null;
  row: RecordRow | undefined;
  claim: OpenClaim | undefined;
  facts: Pick<ChunkFacts, "owners" | "tombstoned">;
  hash: (address: string) => string;
  rule: { onDeleted: "unlist" | "leave"; unlist: ContactPayload };
  resend: boolean;
}

/**
 * Decides what to do with one record as the source says it now: nothing, one write, or a look at a delivery whose answer was lost. Pure; everything that
 * could stop a write is in it, so that a write has passed all of it.
 */
export function decide(input: DecisionInput): Decision {
  if (input.claim) return { kind: "look_up", claim: input.claim };
  if (input.record === null || input.evaluation === null) return decideGone(input);
  const { evaluation } = input;
  switch (evaluation.kind) {
    case "refuse":
      return decideTakeOff(input, evaluation.withdrawal, evaluation.address, {
        outcome: "refused",
        reason: evaluation.reason,
      });
    case "filter":
      return decideTakeOff(input, evaluation.unlist, evaluation.address, { outcome: "filtered", reason: null });
    case "deliver":
      return decideDelivery(input, input.record, evaluation);
    default:
      return unreachable(evaluation);
  }
}

function decideGone(input: DecisionInput): Decision {
  const lands = { outcome: "gone", reason: null } as const;
  if (input.rule.onDeleted === "leave") return land(lands, input.row?.addressHash ?? null);
  return decideTakeOff(input, input.rule.unlist, null, lands);
}

/** Someone who may not (any longer) be on the lists: if we put them there, one write takes them off; if not, nothing is sent. */
function decideTakeOff(
  input: DecisionInput,
  payload: ContactPayload,
  address: string | null,
  lands: { outcome: Landed; reason: string | null },
): Decision {
  const { row } = input;
  const known = address === null ? (row?.addressHash ?? null) : input.hash(address);
  if (!row?.listed || row.destinationId === null || row.addressHash === null) return land(lands, known);
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
    notes: [],
  };
}

function decideDelivery(
  input: DecisionInput,
  record: SourceRecord,
  evaluation: Extract<Evaluation, { kind: "deliver" }>,
): Decision {
  const { row, facts } = input;
  const hash = input.hash(evaluation.address);
  const notes = evaluation.omissions.map((omission) => `${omission.attribute}:${omission.why}`);
  if (facts.tombstoned.has(input.pending.recordId)) return land({ outcome: "refused", reason: "suppressed" }, hash);
  if (row?.sourceUpdatedAtMs != null && row.sourceUpdatedAtMs > record.updatedAtMs)
    return land({ outcome: "superseded", reason: "older_version" }, hash);
  const owner = facts.owners.get(hash);
  if (owner && owner.recordId !== input.pending.recordId && owner.sourceUpdatedAtMs > record.updatedAtMs)
    return land({ outcome: "superseded", reason: "address_owned_by_other" }, hash);
  const sameAddress = row?.addressHash === hash;
  const digest = payloadDigest(evaluation.payload);
  if (sameAddress && row.appliedDigest === digest && !input.resend)
    return land({ outcome: "unchanged", reason: null }, hash, notes);
  return {
    kind: "write",
    target:
      sameAddress && row.destinationId !== null
        ? { by: "id", id: row.destinationId }
        : { by: "address", address: evaluation.address },
    payload: evaluation.payload,
    address: evaluation.address,
    addressHash: hash,
    digest,
    sequence: row?.sequence ?? 0,
    lands: { outcome: "delivered", reason: null },
    lists: true,
    // In a rule with other than marketing lists an opt-out arrives as a delivery that also blocks: it may not wait for caps.
    withdrawal: evaluation.payload.emailBlacklisted === true,
    notes,
  };
}

const land = (
  lands: { outcome: Landed; reason: string | null },
  addressHash: string | null,
  notes: string[] = [],
): Decision => ({ kind: "land", ...lands, addressHash, notes });

/**
 * Two customers of one chunk with one address: the one updated last owns it, the other is superseded.
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
    if (rival === undefined) {
      writers.set(decision.addressHash, recordId);
      continue;
    }
    const newer = isNewer(recordId, rival, updatedAtMs) ? recordId : rival;
    writers.set(decision.addressHash, newer);
    decisions.set(
      newer === recordId ? rival : recordId,
      land({ outcome: "superseded", reason: "address_owned_by_other" }, decision.addressHash),
    );
  }
}

const isNewer = (a: string, b: string, at: ReadonlyMap<string, number>): boolean => {
  const difference = (at.get(a) ?? 0) - (at.get(b) ?? 0);
  return difference === 0 ? a > b : difference > 0;
};
