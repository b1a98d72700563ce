import { unreachable } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { Evaluation } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import { decideDelivery } from "./decide-delivery";
import { decideTakeOff } from "./decide-take-off";
import type { Decision, DecisionInput } from "./decision";
import { VANISHED } from "./settlement";

/**
 * Decides what to do with one record as the source says it now: nothing, one write, or a look at a delivery whose answer was lost. Pure; everything that
 * could stop a write is in it, so that a write has passed all of it.
 */
export function decide(input: DecisionInput): Decision {
  if (input.claim)
    return {
      kind: "look_up",
      claim: input.claim,
      sameAsBefore: input.claim.payloadDigest === input.row?.appliedDigest,
      standsAt: input.evaluation?.address == null ? null : input.hash(input.evaluation.address),
      stillDue:
        input.evaluation?.kind === "deliver" && payloadDigest(input.evaluation.payload) === input.claim.payloadDigest,
      requeueHashes: sharersConcerned(input),
    };
  if (input.vanished) return leaveVanished(input);
  const decision =
    input.record === null || input.evaluation === null
      ? decideGone(input)
      : decideRead(input, input.record, input.evaluation);
  return withSharers(decision, sharersConcerned(input));
}

function decideRead(input: DecisionInput, record: SourceRecord, evaluation: Evaluation): Decision {
  switch (evaluation.kind) {
    case "refuse":
      return decideTakeOff(input, evaluation.withdrawal, evaluation.address, {
        outcome: "refused",
        reason: evaluation.reason,
      });
    case "filter":
      return decideTakeOff(input, evaluation.unlist, evaluation.address, { outcome: "filtered", reason: null });
    case "deliver":
      return decideDelivery(input, record, evaluation);
    default:
      return unreachable(evaluation);
  }
}

/**
 * An opt-out counts for everybody who has the address. When one comes, moves to another address or is lifted, those who share that address are decided anew.
 * @returns the address hashes concerned
 */
function sharersConcerned({ row, optedOut, evaluation, hash }: DecisionInput): string[] {
  const before = row?.optedOut ? row.addressHash : null;
  const now = optedOut && evaluation?.address != null ? hash(evaluation.address) : null;
  if (before === now) return [];
  return [before, now].filter((one) => one !== null);
}

function withSharers(decision: Decision, hashes: string[]): Decision {
  if (hashes.length === 0) return decision;
  const widened = (known: string[]) => [...new Set([...known, ...hashes])];
  switch (decision.kind) {
    case "land":
    case "write":
      return { ...decision, requeueHashes: widened(decision.requeueHashes) };
    case "verify":
      return { ...decision, landing: { ...decision.landing, requeueHashes: widened(decision.landing.requeueHashes) } };
    case "look_up":
    case "wait":
      return decision;
    default:
      return unreachable(decision);
  }
}

/** What is in the destination stays as it is; `lookAgain` sets when the record is read again. */
function leaveVanished({ row }: DecisionInput): Decision {
  const addressHash = row?.addressHash ?? null;
  return { kind: "land", outcome: "unchanged", reason: VANISHED, addressHash, requeueHashes: [], notes: [] };
}

function decideGone(input: DecisionInput): Decision {
  const lands = { outcome: "gone", reason: null } as const;
  if (input.rule.onDeleted === "unlist") return decideTakeOff(input, input.rule.unlist, null, lands);
  const addressHash = input.row?.addressHash ?? null;
  return { kind: "land", ...lands, addressHash, requeueHashes: [], notes: [] };
}
