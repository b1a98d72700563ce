import { unreachable } from "@/lib/kernel/result";
import type { Decision } from "./decision";
import type { OpenClaim, PendingRow, Settlement } from "./delivery-port";
import type { WriteTarget } from "./destination-port";
import { afterLook } from "./doubt";
import type { Failure } from "./failures";
import type { LegContext } from "./leg-context";
import type { ChunkInput } from "./send";
import { blankSettlement, settleLanding } from "./settlement";

interface Looked {
  settlement: Settlement;
  failure: Failure | null;
}

/** Looks at this chunk's deliveries whose answer was lost, and at those that may have landed late, one after the other, and settles what it finds. */
export async function lookAtDoubts(
  context: LegContext,
  input: ChunkInput,
): Promise<{ settlements: Settlement[]; failure: Failure | null }> {
  const settlements: Settlement[] = [];
  let failure: Failure | null = null;
  for (const row of input.pending) {
    const decision = input.decisions.get(row.recordId);
    if (decision?.kind !== "look_up" && decision?.kind !== "verify") continue;
    const looked: Looked =
      failure !== null
        ? { settlement: notLooked(row, decision, input), failure }
        : decision.kind === "verify"
          ? await verify(context, row, decision, input)
          : await lookAt(context, row, decision, input);
    settlements.push(looked.settlement);
    failure = looked.failure;
  }
  return { settlements, failure };
}

/** What an earlier failure of this chunk keeps from being looked at stays as it is. */
function notLooked(row: PendingRow, decision: Decision, input: ChunkInput): Settlement {
  if (decision.kind === "look_up") return stillInDoubt(row, decision.claim, input);
  return {
    ...blankSettlement(row, input.records.get(row.recordId), input.readAtMs),
    outcome: "failed",
    reason: "not_sent",
  };
}

/** The doubt as it stands: the ledger row stays open, and is looked at when it is due. */
function stillInDoubt(row: PendingRow, claim: OpenClaim, input: ChunkInput): Settlement {
  return {
    ...blankSettlement(row, input.records.get(row.recordId), input.readAtMs),
    outcome: "doubt",
    reason: "answer_lost",
    addressHash: claim.addressHash,
    looks: claim.looks,
    ledger: { id: claim.ledgerId, to: "doubt", errorCode: null },
    checkAtMs: null,
  };
}

async function lookAt(
  context: LegContext,
  row: PendingRow,
  { claim, sameAsBefore, standsAt, stillDue, requeueHashes }: Extract<Decision, { kind: "look_up" }>,
  input: ChunkInput,
): Promise<Looked> {
  const { timing } = context.ports;
  const doubt = stillInDoubt(row, claim, input);
  const dueMs = claim.claimedAtMs + (timing.readBackMs[claim.looks] ?? 0);
  if (dueMs > context.guard.nowMs()) return { settlement: { ...doubt, checkAtMs: dueMs }, failure: null };
  await context.guard.keepAlive();
  await context.limiter.reserve(1);
  const nowMs = context.guard.nowMs();
  const later = { ...doubt, checkAtMs: nowMs + timing.drainMs };
  if (claim.sent === null) return { settlement: later, failure: null };
  const target: WriteTarget =
    claim.destinationId === null
      ? { by: "address", address: claim.sent.address }
      : { by: "id", id: claim.destinationId };
  const answer = await context.destination.lookUp({ target, payload: claim.sent.payload });
  const next = afterLook(
    claim,
    answer,
    { doubtRuns: row.doubtRuns, nowMs, moved: standsAt !== claim.addressHash },
    timing,
  );
  const closed = (to: "released" | "refused", errorCode: string) => ({ id: claim.ledgerId, to, errorCode });
  switch (next.kind) {
    case "applied":
      // The call may still be on its way: the record is looked at again, as after one that was given up.
      return {
        settlement: landed(
          { ...doubt, requeueHashes, doubtRuns: sameAsBefore ? Math.max(1, row.doubtRuns) : row.doubtRuns },
          claim,
          { destinationId: next.destinationId, nowMs, stillDue },
          input,
        ),
        failure: null,
      };
    case "unseen":
      return { settlement: later, failure: answer.kind === "failed" ? answer.failure : null };
    case "look_again": {
      const { checkAtMs, looks, doubtRuns } = next;
      return { settlement: { ...doubt, checkAtMs, looks, doubtRuns }, failure: null };
    }
    case "send_again": {
      const ledger = closed("released", "not_found_on_read_back");
      return { settlement: { ...doubt, doubtRuns: next.doubtRuns, looks: 0, checkAtMs: nowMs, ledger }, failure: null };
    }
    case "erased": {
      const ledger = closed("refused", "erased");
      return {
        settlement: {
          ...doubt,
          ...{ outcome: "refused", reason: "suppressed", tombstone: true, ledger },
          addressHash: standsAt ?? claim.addressHash,
          requeueHashes: standsAt === null ? requeueHashes : [...new Set([...requeueHashes, standsAt])],
        },
        failure: null,
      };
    }
    case "hold": {
      const ledger = closed("refused", "answer_lost");
      return {
        settlement: { ...doubt, outcome: "held", reason: "answer_lost", ledger, requeueHashes },
        failure: null,
      };
    }
    default:
      return unreachable(next);
  }
}

/**
 * What was sent stands in the destination. If the same would be sent now, the record has landed; if the source has moved on, somebody who shares the address
 * has opted out, or what was sent took the contact off its lists, the record is decided again at once.
 */
function landed(
  doubt: Settlement,
  claim: OpenClaim,
  { destinationId, nowMs, stillDue }: { destinationId: string; nowMs: number; stillDue: boolean },
  input: ChunkInput,
): Settlement {
  const sent = claim.sent;
  if (sent === null) throw new Error("only a delivery of this sync is looked at");
  const lists = sent.payload.listIds.length > 0;
  const record = input.records.get(claim.recordId);
  const current = lists && stillDue && record?.updatedAtMs === sent.sourceUpdatedAtMs;
  return {
    ...doubt,
    outcome: current ? "delivered" : "doubt",
    reason: current ? null : "moved_on",
    sourceUpdatedAtMs: sent.sourceUpdatedAtMs,
    checkAtMs: current ? null : nowMs,
    ledger: { id: claim.ledgerId, to: "completed", errorCode: null },
    // What took a contact off its lists has left its address to those who share it.
    requeueHashes: lists ? doubt.requeueHashes : [...new Set([...doubt.requeueHashes, claim.addressHash])],
    applied: {
      digest: claim.payloadDigest,
      sequence: claim.sequence + 1,
      destinationId,
      // Who made it cannot be told: the reservation stays, so that the cap is never passed.
      created: claim.destinationId === null,
      listed: lists,
    },
  };
}

/** A call that was given up may have landed since. What stands there is what was applied last, or the record is decided anew as if nothing ever was. */
async function verify(
  context: LegContext,
  row: PendingRow,
  decision: Extract<Decision, { kind: "verify" }>,
  input: ChunkInput,
): Promise<Looked> {
  await context.guard.keepAlive();
  await context.limiter.reserve(1);
  const blank = blankSettlement(row, input.records.get(row.recordId), input.readAtMs);
  const answer = await context.destination.lookUp({ target: decision.target, payload: decision.payload });
  switch (answer.kind) {
    case "failed":
      return { settlement: { ...blank, outcome: "failed", reason: answer.failure.code }, failure: answer.failure };
    case "absent":
      return { settlement: settleLanding(blank, decision.landing), failure: null };
    case "found": {
      if (answer.matches) return { settlement: settleLanding(blank, decision.landing), failure: null };
      const landedLate = { destinationId: answer.destinationId };
      const { addressHash } = decision.landing;
      const checkAtMs = context.guard.nowMs();
      return {
        settlement: { ...blank, outcome: "doubt", reason: "landed_late", addressHash, landedLate, checkAtMs },
        failure: null,
      };
    }
    default:
      return unreachable(answer);
  }
}
