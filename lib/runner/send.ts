import type { SourceRecord } from "@/lib/rules/customer";
import { type Interruption, makeCalls } from "./call";
import type { Claimed } from "./claimed";
import type { Decision, IntendedWrite } from "./decision";
import type { ClaimRequest, PendingRow, Settlement } from "./delivery-port";
import type { Failure } from "./failures";
import { deliveryKey } from "./ledger";
import type { LegContext } from "./leg-context";
import { blankSettlement } from "./settlement";

export interface ChunkInput {
  pending: PendingRow[];
  decisions: Map<string, Decision>;
  records: Map<string, SourceRecord | null>;
  readAtMs: number;
  /** Whether the read by id is young enough to be the last check of consent before a call. */
  isFresh: () => boolean;
}

export type Sent =
  | {
      kind: "sent";
      settlements: Settlement[];
      capped: boolean;
      failure: Failure | null;
      interruption: Interruption | null;
    }
  | { kind: "rate_limited"; untilMs: number };

const NOTHING_SENT: Sent = { kind: "sent", settlements: [], capped: false, failure: null, interruption: null };

/** A first write may take an upsert, one without the phone, and a read of the id; a later one an update and one without the phone. */
const mostCalls = (write: IntendedWrite): number => (write.target.by === "address" ? 3 : 2);

/** Reserves the chunk's calls, claims its writes, and makes them. A rate limit that does not fit claims nothing. */
export async function sendWrites(context: LegContext, input: ChunkInput): Promise<Sent> {
  const writes = input.pending.flatMap((row) => {
    const decision = input.decisions.get(row.recordId);
    return decision?.kind === "write" ? [{ row, write: decision }] : [];
  });
  if (writes.length === 0) return NOTHING_SENT;
  const slots = await context.limiter.reserve(writes.length);
  // What waits longer than the read by id stays fresh is not claimed: the record is read again, and its consent with it.
  if (slots.startInMs > context.ports.timing.rereadMs)
    return { kind: "rate_limited", untilMs: context.guard.nowMs() + slots.startInMs };
  const requests = writes.map(({ row, write }) => claimRequest(context, row, write, input));
  const answers = await context.ports.deliveries.claim(context.lease, context.rule.caps, requests);
  const claimed: Claimed[] = [];
  const busy: Settlement[] = [];
  for (const [index, { row, write }] of writes.entries()) {
    const blank = blankSettlement(row, input.records.get(row.recordId), input.readAtMs);
    const [answer, request] = [answers[index], requests[index]];
    if (answer?.kind === "claimed" && request)
      claimed.push({ row, write, ledgerId: answer.ledgerId, key: request.deliveryKey, calls: request.calls, blank });
    else if (answer?.kind === "open_elsewhere") busy.push(waitForOther(context, blank));
  }
  const made = await makeCalls(context, claimed, slots, input.isFresh);
  const capped = answers.some((answer) => answer.kind === "capped");
  return {
    kind: "sent",
    capped,
    failure: made.failure,
    interruption: made.interruption,
    settlements: [...busy, ...made.settlements],
  };
}

/** Another delivery of the record or the address is open: look again when it must have ended. That is no attempt. */
const waitForOther = (context: LegContext, blank: Omit<Settlement, "outcome">): Settlement => ({
  ...blank,
  outcome: "doubt",
  reason: "open_elsewhere",
  checkAtMs: context.guard.nowMs() + context.ports.timing.drainMs,
});

function claimRequest(context: LegContext, row: PendingRow, write: IntendedWrite, input: ChunkInput): ClaimRequest {
  const { brief } = context;
  return {
    recordId: row.recordId,
    deliveryKey: deliveryKey(brief.ledgerKey, {
      destination: brief.destination.identity,
      destinationObject: "contact",
      syncId: brief.syncId,
      recordId: row.recordId,
      payloadDigest: write.digest,
      sequence: write.sequence,
    }),
    addressHash: write.addressHash,
    payloadDigest: write.digest,
    sequence: write.sequence,
    destinationId: write.target.by === "id" ? write.target.id : null,
    body: {
      address: write.address,
      payload: write.payload,
      sourceUpdatedAtMs: input.records.get(row.recordId)?.updatedAtMs ?? row.seenMs ?? input.readAtMs,
    },
    maybeCreates: write.target.by === "address",
    calls: mostCalls(write),
    exempt: write.withdrawal,
  };
}
