import { unreachable } from "@/lib/kernel/result";
import { decideDelivery } from "./decide-delivery";
import { decideTakeOff } from "./decide-take-off";
import type { Decision, DecisionInput } from "./decision";

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
  if (input.rule.onDeleted === "unlist") return decideTakeOff(input, input.rule.unlist, null, lands);
  const addressHash = input.row?.addressHash ?? null;
  return { kind: "land", ...lands, addressHash, requeueHashes: [], notes: [] };
}
