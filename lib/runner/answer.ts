import { unreachable } from "@/lib/kernel/result";
import type { Claimed } from "./claimed";
import type { Settlement } from "./delivery-port";
import type { WriteAnswer } from "./destination-port";
import { type Failure, failure } from "./failures";
import { hashAddress, type LegContext } from "./leg-context";

/** A settlement, and the failure when the answer concerns more than this record. */
export interface SettledAnswer {
  settlement: Settlement;
  failure: Failure | null;
}

/** Gives back a claim under which nothing was sent. */
export const released = (item: Claimed, errorCode: string | null): Settlement["ledger"] => ({
  id: item.ledgerId,
  to: "released",
  errorCode,
});

/** What the destination's answer makes of one delivery. */
export function settleAnswer(context: LegContext, item: Claimed, answer: WriteAnswer): SettledAnswer {
  const { write, blank } = item;
  // Only an applied write says how many requests it took; of the others nothing is given back, so that the cap is never passed.
  const base = { ...blank, addressHash: write.addressHash, notes: write.notes, callsUsed: item.calls };
  switch (answer.kind) {
    case "applied":
      return { settlement: { ...base, ...applied(context, item, answer) }, failure: null };
    case "transient":
    case "stop":
      return { settlement: { ...base, ...notApplied(item, answer.failure.code) }, failure: answer.failure };
    case "permanent":
      return refusedByDestination(context, item, answer.code, base);
    case "erased":
      return { settlement: { ...base, ...erased(context, item) }, failure: null };
    case "doubt":
      return { settlement: { ...base, ...doubted(context, item, answer.code) }, failure: null };
    default:
      return unreachable(answer);
  }
}

const notApplied = (item: Claimed, code: string) =>
  ({ outcome: "failed", reason: code, ledger: released(item, code) }) as const;

/** What was erased may have stood under an address that is being left. An opt-out counts for whoever has the address that the customer has now. */
function erased(context: LegContext, { write, ledgerId }: Claimed) {
  const standsAt = write.decidesAgain ? [hashAddress(context, write.address)] : [];
  return {
    outcome: "refused" as const,
    reason: "suppressed",
    tombstone: true,
    addressHash: standsAt[0] ?? write.addressHash,
    requeueHashes: [...write.requeueHashes, ...standsAt],
    ledger: { id: ledgerId, to: "refused", errorCode: "erased" } as const,
  };
}

const doubted = (context: LegContext, item: Claimed, code: string) =>
  ({
    outcome: "doubt",
    reason: code,
    ledger: { id: item.ledgerId, to: "doubt", errorCode: code },
    checkAtMs: context.guard.nowMs() + (context.ports.timing.readBackMs[0] ?? 0),
  }) as const;

function applied(context: LegContext, item: Claimed, answer: Extract<WriteAnswer, { kind: "applied" }>) {
  const { write } = item;
  const again = { outcome: "doubt", reason: "moved_on", checkAtMs: context.guard.nowMs() } as const;
  return {
    ...(write.decidesAgain ? again : write.lands),
    requeueHashes: write.requeueHashes,
    notes: [...write.notes, ...answer.notes],
    callsUsed: answer.calls,
    ledger: { id: item.ledgerId, to: "completed", errorCode: null } as const,
    applied: {
      digest: write.digest,
      sequence: write.sequence + 1,
      destinationId: answer.destinationId ?? (write.target.by === "id" ? write.target.id : null),
      created: answer.created,
      listed: write.lists,
    },
  };
}

/** One bad record is held, visible, and lands, so that the rest can; the strict setting stops the run instead. */
function refusedByDestination(
  context: LegContext,
  item: Claimed,
  code: string,
  base: Omit<Settlement, "outcome">,
): SettledAnswer {
  const ledger = { id: item.ledgerId, to: "refused", errorCode: code } as const;
  if (context.rule.badRecords === "hold")
    // It lands with a new consent, which those who share its address have to hear of, as if it had been applied.
    return {
      settlement: { ...base, outcome: "held", reason: code, ledger, requeueHashes: item.write.requeueHashes },
      failure: null,
    };
  return {
    settlement: { ...base, outcome: "failed", reason: code, ledger },
    failure: failure("destination.request_refused", code),
  };
}
