import type { SourceRecord } from "@/lib/rules/customer";
import { evaluate } from "@/lib/rules/evaluate";
import type { Evaluation } from "@/lib/rules/payload";
import { unlistPayload } from "@/lib/rules/withdrawal";
import { isSystemic } from "./budget";
import { type Decision, type DecisionInput, decide, settleSharedAddresses } from "./decide";
import { type Failure, failure } from "./failures";
import { hashAddress, type LegContext } from "./leg-context";
import { lookAtDoubts } from "./look";
import type { PendingRow, Settlement } from "./ports";
import { type Sent, sendWrites } from "./send";
import { settleLanding } from "./settlement";

export type ChunkEnd =
  | { kind: "settled" }
  | { kind: "capped" }
  /** Nothing was claimed: the account's budget is used up until then. */
  | { kind: "rate_limited"; untilMs: number }
  | { kind: "failed"; failure: Failure };

/**
 * One chunk of at most 50 records: read by id now, decide, claim, call, settle. A fixed number of statements, whatever its size. The read by id is the last
 * check of consent before sending.
 */
export async function deliverChunk(context: LegContext, batchId: string, pending: PendingRow[]): Promise<ChunkEnd> {
  await context.guard.check();
  const read = await context.source.read(pending.map((row) => row.recordId));
  if (!read.ok) return { kind: "failed", failure: read.error };
  const readAtMs = context.guard.nowMs();
  const decisions = await decideAll(context, pending, read.value, readAtMs);
  const sent = await sendWrites(context, { pending, decisions, records: read.value, readAtMs });
  if (sent.kind === "rate_limited") return sent;
  const looked = await lookAtDoubts(context, { pending, decisions, records: read.value, readAtMs });
  const landed = pending.flatMap((row) => settleLanding(row, decisions.get(row.recordId), read.value, readAtMs));
  const settlements = [...landed, ...sent.settlements, ...looked.settlements];
  const systemic = noteRejections(context, sent.settlements);
  if (settlements.length > 0)
    await context.ports.deliveries.settle(context.lease, batchId, systemic ? settlements.map(unheld) : settlements);
  if (sent.interruption) throw sent.interruption;
  return endOf(context, sent, looked.failure, systemic);
}

async function decideAll(
  context: LegContext,
  pending: PendingRow[],
  records: Map<string, SourceRecord | null>,
  readAtMs: number,
): Promise<Map<string, Decision>> {
  const evaluations = new Map<string, Evaluation>();
  for (const [id, record] of records)
    if (record)
      evaluations.set(
        id,
        evaluate(record, {
          rule: context.rule,
          timeZone: context.brief.publication.ends.source.timeZone,
          nowMs: readAtMs,
        }),
      );
  const hash = (address: string) => hashAddress(context, address);
  const addressHashes = [...evaluations.values()].flatMap(({ address }) => (address === null ? [] : [hash(address)]));
  const facts = await context.ports.deliveries.facts(context.lease, {
    recordIds: pending.map((row) => row.recordId),
    addressHashes: [...new Set(addressHashes)],
  });
  const decisions = new Map<string, Decision>();
  for (const row of pending) {
    const input: DecisionInput = {
      pending: row,
      record: records.get(row.recordId) ?? null,
      evaluation: evaluations.get(row.recordId) ?? null,
      row: facts.rows.get(row.recordId),
      claim: facts.claims.get(row.recordId),
      facts,
      hash,
      rule: { onDeleted: context.rule.onDeleted, unlist: unlistPayload(context.rule) },
      resend: context.brief.resend,
    };
    decisions.set(row.recordId, decide(input));
  }
  const updatedAtMs = new Map(
    [...records].flatMap(([id, record]) => (record ? [[id, record.updatedAtMs] as const] : [])),
  );
  settleSharedAddresses(decisions, updatedAtMs, optOutsOf(evaluations, hash));
  return decisions;
}

/** Addresses of this chunk whose owner has opted out: such an opt-out wins over any other customer's consent. */
function optOutsOf(evaluations: Map<string, Evaluation>, hash: (address: string) => string): Set<string> {
  const optedOut = new Set<string>();
  for (const evaluation of evaluations.values())
    if (evaluation.kind === "refuse" && evaluation.reason === "unsubscribed" && evaluation.address !== null)
      optedOut.add(hash(evaluation.address));
  return optedOut;
}

/** Counts refusals by the destination. @returns whether they have become systemic */
function noteRejections(context: LegContext, settlements: Settlement[]): boolean {
  const seen = context.rejections;
  for (const settlement of settlements) {
    if (settlement.outcome === "delivered") {
      seen.delivered++;
      seen.inARow = null;
    } else if (settlement.outcome === "held" && settlement.reason) {
      seen.held++;
      seen.inARow = {
        code: settlement.reason,
        times: seen.inARow?.code === settlement.reason ? seen.inARow.times + 1 : 1,
      };
    }
  }
  return isSystemic(seen);
}

/** When refusals are systemic the fault is not the records': none of this chunk is held, all stay pending, and the bookmark stays. */
const unheld = (settlement: Settlement): Settlement =>
  settlement.outcome === "held" ? { ...settlement, outcome: "failed" } : settlement;

function endOf(
  context: LegContext,
  sent: Extract<Sent, { kind: "sent" }>,
  lookFailure: Failure | null,
  systemic: boolean,
): ChunkEnd {
  if (systemic)
    return { kind: "failed", failure: failure("destination.systemic_rejection", context.rejections.inARow?.code) };
  const cause = sent.failure ?? lookFailure;
  if (cause) return { kind: "failed", failure: cause };
  return sent.capped ? { kind: "capped" } : { kind: "settled" };
}
