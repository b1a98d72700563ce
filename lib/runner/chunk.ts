import { normaliseAddress } from "@/lib/rules/address";
import { OPTED_OUT_STATES } from "@/lib/rules/consent";
import type { SourceRecord } from "@/lib/rules/customer";
import { evaluate } from "@/lib/rules/evaluate";
import type { Refusal } from "@/lib/rules/payload";
import { unlistPayload } from "@/lib/rules/withdrawal";
import { isSystemic } from "./budget";
import { decide } from "./decide";
import type { Decision } from "./decision";
import type { ChunkFacts, PendingRow, Settlement } from "./delivery-port";
import { type Failure, failure } from "./failures";
import { hashAddress, type LegContext } from "./leg-context";
import { lookAtDoubts } from "./look";
import { judgeBare } from "./receipts/judge-bare";
import { judgeNulls } from "./receipts/judge-nulls";
import { type Sent, sendWrites } from "./send";
import { blankSettlement, lookAgain, settleLanding } from "./settlement";
import { settleSharedAddresses } from "./shared-addresses";

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
  const askedAtMs = await context.guard.check();
  const isFresh = freshness(context);
  const read = await context.source.read(pending.map((row) => row.recordId));
  if (!read.ok) return { kind: "failed", failure: read.error };
  const { records, serverTimeMs } = read.value;
  // By the slower of the two clocks: whether a later edit is known is told by comparing this with the source's own `updatedAt`.
  const readAtMs = Math.min(askedAtMs, serverTimeMs);
  const bare = await judgeBare(context, records);
  if (!bare.ok) return { kind: "failed", failure: bare.error };
  if (bare.value !== null) return { kind: "failed", failure: bare.value };
  const vanished = await judgeNulls(context, pending, records);
  if (!vanished.ok) return { kind: "failed", failure: vanished.error };
  const { decisions, rivals } = await decideAll(context, pending, records, vanished.value);
  const sent = await sendWrites(context, { pending, decisions, records, readAtMs, isFresh });
  if (sent.kind === "rate_limited") return sent;
  const looked = await lookAtDoubts(context, { pending, decisions, records, readAtMs, isFresh });
  const systemic = noteRejections(context, pending, sent.settlements);
  const settled = [...landAll(pending, decisions, records, readAtMs), ...sent.settlements, ...looked.settlements];
  const settlements = withoutOrphans(settled, rivals)
    .map((settlement) => (systemic ? unheld(settlement) : settlement))
    .map(withNextLook(context, pending));
  if (settlements.length > 0) await context.ports.deliveries.settle(context.lease, batchId, settlements);
  if (sent.interruption) throw sent.interruption;
  return endOf(context, sent, looked.failure, systemic);
}

/** From before the read by id, on both clocks: a frozen process's own may have stood still. */
function freshness({ ports: { clock, timing } }: LegContext): () => boolean {
  const from = { monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() };
  return () => Math.max(clock.monotonicMs() - from.monotonicMs, clock.nowMs() - from.wallMs) < timing.rereadMs;
}

/** Who lost an address to a rival that then did not come to stand on the list has lost nothing: it stays pending, and is decided again. */
function withoutOrphans(settlements: Settlement[], rivals: ReadonlyMap<string, string>): Settlement[] {
  const stands = new Set(
    settlements.flatMap(({ outcome, recordId }) =>
      outcome === "delivered" || outcome === "unchanged" ? [recordId] : [],
    ),
  );
  return settlements.filter(({ recordId }) => {
    const rival = rivals.get(recordId);
    return rival === undefined || stands.has(rival);
  });
}

/** Records that land without a call, and those that wait without one. */
function landAll(
  pending: PendingRow[],
  decisions: Map<string, Decision>,
  records: Map<string, SourceRecord | null>,
  readAtMs: number,
): Settlement[] {
  return pending.flatMap((row) => {
    const decision = decisions.get(row.recordId);
    const blank = blankSettlement(row, records.get(row.recordId), readAtMs);
    if (decision?.kind === "wait")
      return [{ ...blank, outcome: "doubt", reason: "may_land_late", checkAtMs: decision.untilMs }];
    return decision?.kind === "land" ? [settleLanding(blank, decision)] : [];
  });
}

function withNextLook(context: LegContext, pending: PendingRow[]): (settlement: Settlement) => Settlement {
  const rows = new Map(pending.map((row) => [row.recordId, row]));
  const nowMs = context.guard.nowMs();
  return (settlement) => {
    const row = rows.get(settlement.recordId);
    return row ? { ...settlement, again: lookAgain(row, settlement, nowMs, context.ports.timing) } : settlement;
  };
}

async function decideAll(
  context: LegContext,
  pending: PendingRow[],
  records: Map<string, SourceRecord | null>,
  vanished: ReadonlySet<string>,
): Promise<{ decisions: Map<string, Decision>; rivals: Map<string, string> }> {
  const hash = (address: string) => hashAddress(context, address);
  const hashes = hashesOf(records, hash);
  const facts = await context.ports.deliveries.facts(context.lease, {
    recordIds: pending.map((row) => row.recordId),
    addressHashes: [...new Set(hashes.values())],
  });
  const barred = barredBy(records, hashes, facts);
  const { timeZone } = context.brief.publication.ends.source;
  const decisions = new Map<string, Decision>();
  for (const row of pending) {
    const { recordId } = row;
    const record = records.get(recordId) ?? null;
    decisions.set(
      recordId,
      decide({
        pending: row,
        record,
        evaluation:
          record &&
          evaluate(record, { rule: context.rule, timeZone, nowMs: context.guard.nowMs(), barred: barred(recordId) }),
        row: facts.rows.get(recordId),
        claim: facts.claims.get(recordId),
        facts,
        hash,
        rule: { onDeleted: context.rule.onDeleted, unlist: unlistPayload(context.rule) },
        optedOut: hasOptedOut(record),
        vanished: vanished.has(recordId),
        resend: context.brief.resend,
        nowMs: context.guard.nowMs(),
        lateMs: context.ports.timing.recheckMs[0] ?? 0,
      }),
    );
  }
  const updatedAtMs = new Map(
    [...records].flatMap(([id, record]) => (record ? [[id, record.updatedAtMs] as const] : [])),
  );
  return { decisions, rivals: settleSharedAddresses(decisions, updatedAtMs) };
}

/** Address hashes by record id, of those that have an address. */
function hashesOf(records: Map<string, SourceRecord | null>, hash: (address: string) => string): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const [id, record] of records) {
    const address = record?.email ? normaliseAddress(record.email.address) : null;
    if (address !== null) hashes.set(id, hash(address));
  }
  return hashes;
}

/** What bars a record from marketing beside its own consent: suppression, or the opt-out of another customer with the same address. */
function barredBy(
  records: Map<string, SourceRecord | null>,
  hashes: ReadonlyMap<string, string>,
  facts: ChunkFacts,
): (recordId: string) => Refusal | null {
  const optedOut = new Map<string, Set<string>>();
  const note = (hash: string, id: string) => optedOut.set(hash, (optedOut.get(hash) ?? new Set()).add(id));
  // Who was read in this chunk counts by what was read, not by what is remembered.
  for (const [hash, ids] of facts.optOuts) for (const id of ids) if (!records.has(id)) note(hash, id);
  for (const [id, hash] of hashes) if (hasOptedOut(records.get(id) ?? null)) note(hash, id);
  return (recordId) => {
    const hash = hashes.get(recordId);
    if (hash === undefined) return null;
    if ([...(optedOut.get(hash) ?? [])].some((id) => id !== recordId)) return "unsubscribed";
    return facts.suppressed.has(hash) ? "suppressed" : null;
  };
}

const hasOptedOut = (record: SourceRecord | null): boolean => OPTED_OUT_STATES.includes(record?.email?.state ?? "");

/** Counts new refusals by the destination: a record that was held before and is refused again tells nothing new. @returns whether they have become systemic */
function noteRejections(context: LegContext, pending: PendingRow[], settlements: Settlement[]): boolean {
  const seen = context.rejections;
  const retried = new Set(pending.flatMap((row) => (row.again?.cause === "retry" ? [row.recordId] : [])));
  for (const settlement of settlements) {
    if (settlement.outcome === "delivered") {
      seen.delivered++;
      seen.inARow = null;
    } else if (settlement.outcome === "held" && settlement.reason && !retried.has(settlement.recordId)) {
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
