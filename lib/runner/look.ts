import { unreachable } from "@/lib/kernel/result";
import { afterLook } from "./doubt";
import type { Failure } from "./failures";
import type { LegContext } from "./leg-context";
import type { OpenClaim, PendingRow, Settlement, WriteTarget } from "./ports";
import type { ChunkInput } from "./send";
import { blankSettlement } from "./settlement";

/** Looks at this chunk's deliveries whose answer was lost, one after the other, and settles what it finds. */
export async function lookAtDoubts(
  context: LegContext,
  input: ChunkInput,
): Promise<{ settlements: Settlement[]; failure: Failure | null }> {
  const settlements: Settlement[] = [];
  let failure: Failure | null = null;
  for (const row of input.pending) {
    const decision = input.decisions.get(row.recordId);
    if (decision?.kind !== "look_up") continue;
    const dueMs = dueAt(context, decision.claim);
    if (failure !== null || dueMs > context.guard.nowMs()) {
      settlements.push({ ...stillInDoubt(row, decision.claim, input), checkAtMs: dueMs });
      continue;
    }
    const looked = await lookAt(context, row, decision.claim, input);
    settlements.push(looked.settlement);
    failure = looked.failure;
  }
  return { settlements, failure };
}

const dueAt = (context: LegContext, claim: OpenClaim): number =>
  claim.claimedAtMs + (context.ports.timing.readBackMs[claim.looks] ?? 0);

/** The doubt as it stands: the ledger row stays open. */
function stillInDoubt(row: PendingRow, claim: OpenClaim, input: ChunkInput): Settlement {
  return {
    ...blankSettlement(row, input.records.get(row.recordId), input.readAtMs),
    outcome: "doubt",
    reason: "answer_lost",
    addressHash: claim.addressHash,
    looks: claim.looks,
    ledger: { id: claim.ledgerId, to: "doubt", errorCode: null },
  };
}

async function lookAt(
  context: LegContext,
  row: PendingRow,
  claim: OpenClaim,
  input: ChunkInput,
): Promise<{ settlement: Settlement; failure: Failure | null }> {
  await context.guard.keepAlive();
  await context.limiter.reserve(1);
  const doubt = stillInDoubt(row, claim, input);
  const nowMs = context.guard.nowMs();
  if (claim.sent === null)
    return { settlement: { ...doubt, checkAtMs: nowMs + context.ports.timing.drainMs }, failure: null };
  const target: WriteTarget =
    claim.destinationId === null
      ? { by: "address", address: claim.sent.address }
      : { by: "id", id: claim.destinationId };
  const answer = await context.destination.lookUp({ target, payload: claim.sent.payload });
  const next = afterLook(claim, answer, { doubtRuns: row.doubtRuns, nowMs }, context.ports.timing);
  switch (next.kind) {
    case "applied":
      return { settlement: landed(doubt, claim, next.destinationId, nowMs, input), failure: null };
    case "unseen":
      return {
        settlement: { ...doubt, checkAtMs: nowMs + context.ports.timing.drainMs },
        failure: answer.kind === "failed" ? answer.failure : null,
      };
    case "look_again":
      return { settlement: { ...doubt, ...next, reason: doubt.reason }, failure: null };
    case "send_again":
      return {
        settlement: {
          ...doubt,
          doubtRuns: next.doubtRuns,
          looks: 0,
          checkAtMs: nowMs,
          ledger: { id: claim.ledgerId, to: "released", errorCode: "not_found_on_read_back" },
        },
        failure: null,
      };
    case "erased":
      return {
        settlement: {
          ...doubt,
          outcome: "refused",
          reason: "suppressed",
          tombstone: true,
          ledger: { id: claim.ledgerId, to: "refused", errorCode: "erased" },
        },
        failure: null,
      };
    case "hold":
      return {
        settlement: {
          ...doubt,
          outcome: "held",
          reason: "answer_lost",
          ledger: { id: claim.ledgerId, to: "refused", errorCode: "answer_lost" },
        },
        failure: null,
      };
    default:
      return unreachable(next);
  }
}

/**
 * What was sent stands in the destination. If it is still what the source says, the record has landed; if the source has moved on, or what was sent took the
 * contact off its lists, the record is decided again at once.
 */
function landed(
  doubt: Settlement,
  claim: OpenClaim,
  destinationId: string,
  nowMs: number,
  input: ChunkInput,
): Settlement {
  const sent = claim.sent;
  if (sent === null) throw new Error("only a delivery of this sync is looked at");
  const lists = sent.payload.listIds.length > 0;
  const record = input.records.get(claim.recordId);
  const current = lists && record != null && record.updatedAtMs === sent.sourceUpdatedAtMs;
  return {
    ...doubt,
    outcome: current ? "delivered" : "doubt",
    reason: current ? null : "moved_on",
    sourceUpdatedAtMs: sent.sourceUpdatedAtMs,
    checkAtMs: current ? null : nowMs,
    ledger: { id: claim.ledgerId, to: "completed", errorCode: null },
    applied: {
      digest: claim.payloadDigest,
      sequence: claim.sequence + 1,
      destinationId,
      created: false,
      listed: lists,
    },
  };
}
