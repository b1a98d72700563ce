import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { Failure } from "../failures";
import type { LegContext } from "../leg-context";
import type { SourceAccess, SpanReading, Walk } from "../reading-ports";
import type { Contradiction, ReceiptFacts, Sighting } from "../receipt-port";
import { confirmById, type Suspect } from "./contradictions";
import { departuresOf } from "./departures";
import type { IndexEvidence } from "./evidence";
import { measureIndex, SPAN_AHEAD_MS, SPAN_LIMIT } from "./r6-index";
import { suspectsOfWebhooks } from "./r7-webhooks";

/** Ids that are read by id for one walk's receipts: three requests of fifty at most. */
const LIMITS = { newest: 3, addressed: 10, named: 20 };
const SUSPECTS_AT_MOST = 100;

/** What was asked of the source and of the stores for the receipts of one walk. */
export interface Taken {
  facts: ReceiptFacts;
  /** By id, of the witnesses, those with an address, and the suspects. */
  records: Map<string, SourceRecord | null>;
  departed: ReadonlySet<string>;
  access: SourceAccess | null;
  totalAfter: number | null;
  index: IndexEvidence | null;
  found: Contradiction[];
  /** Everything that the index has and the walk lacks, beyond what could be confirmed too. */
  supplied: Sighting[];
  /** Null: nobody is known yet who could be read by id, and there is no index beside the list. */
  serverTimeMs: number | null;
}

/** Asks for everything that the receipts of a complete walk rest on: a fixed number of requests, however long it was. */
export async function takeReceipts(context: LegContext, walk: Walk): Promise<Result<Taken, Failure>> {
  const { ports, lease, source } = context;
  const facts = await ports.receipts.facts(lease, walk, { ...LIMITS, marginMs: ports.timing.marginMs });
  const access = source.access ? await source.access() : ok(null);
  if (!access.ok) return access;
  const total = await source.total();
  if (!total.ok) return total;
  const span = await readSpan(context, walk);
  if (!span.ok) return span;
  const crossed = await crossExamine(context, walk, facts, span.value);
  const { newest, addressed } = facts;
  const ids = [...new Set([...newest.map(({ id }) => id), ...addressed, ...crossed.suspects.map(({ id }) => id)])];
  const read = await source.read(ids);
  if (!read.ok) return read;
  const { records } = read.value;
  // A reading of nobody is no answer of the source, and tells no time.
  const serverTimeMs = ids.length > 0 ? read.value.serverTimeMs : (span.value?.serverTimeMs ?? null);
  const nulls = newest.filter(({ id }) => records.get(id) == null).map(({ id }) => id);
  const departed = await departuresOf(context, nulls);
  if (!departed.ok) return err(departed.error);
  const found = confirmById(walk, crossed.suspects, records);
  return ok({
    access: access.value,
    ...{ facts, records, departed: departed.value, totalAfter: total.value, index: crossed.index, found, serverTimeMs },
    supplied: supplyOf(found, crossed.unmet, records),
  });
}

/** R6: the same span through the index; a walk by id came from the index itself. */
async function readSpan(context: LegContext, walk: Walk): Promise<Result<SpanReading | null, Failure>> {
  const { source } = context;
  if (walk.kind === "id" || !source.span) return ok(null);
  const toMs = Math.floor(walk.t0Ms / 1000) * 1000 + SPAN_AHEAD_MS;
  return source.span({ fromMs: fromOf(walk), toMs }, SPAN_LIMIT);
}

const fromOf = (walk: Walk): number => Math.ceil((walk.floorMs ?? 0) / 1000) * 1000;

interface Crossed {
  suspects: Suspect[];
  /** Rows of the index that the walk did not meet. */
  unmet: Sighting[];
  index: IndexEvidence | null;
}

async function crossExamine(
  context: LegContext,
  walk: Walk,
  facts: ReceiptFacts,
  span: SpanReading | null,
): Promise<Crossed> {
  const { ports, lease } = context;
  const rows = span?.rows ?? [];
  const witnesses = [...facts.newest, ...facts.open].map(({ id }) => id);
  const compared = await ports.receipts.compare(lease, walk, {
    listed: rows.map(({ id }) => id),
    named: [...witnesses, ...facts.named],
    ...{ fromMs: fromOf(walk), limit: SPAN_LIMIT },
  });
  const missing = new Set(compared.unmet);
  const unmet = rows.filter((row) => missing.has(row.id) && row.updatedAtMs < walk.t0Ms);
  // The oldest first: the bookmark is held below it.
  const oldest = unmet.toReversed().map(({ id }): Suspect => ({ id, receipt: "R6" }));
  const suspects: Suspect[] = [
    ...facts.open.flatMap(({ id, receipts }) => receipts.map((receipt) => ({ id, receipt }))),
    ...(walk.kind === "updated" ? facts.newest.map(({ id }): Suspect => ({ id, receipt: "R4" })) : []),
    ...suspectsOfWebhooks(walk, facts.named),
    ...oldest,
  ].filter(({ id }) => missing.has(id));
  return {
    suspects: suspects.slice(0, SUSPECTS_AT_MOST),
    unmet: unmet.map(({ id, updatedAtMs }) => ({ id, updatedAtMs })),
    index: span && measureIndex(span, compared.unlisted),
  };
}

/** What was confirmed goes by its time by id; what was not looked up, by the index's; what is gone or has moved on is left to the next walk. */
function supplyOf(
  found: readonly Contradiction[],
  unmet: readonly Sighting[],
  records: ReadonlyMap<string, SourceRecord | null>,
): Sighting[] {
  const confirmed = found.map(({ id, updatedAtMs }) => ({ id, updatedAtMs }));
  return [...confirmed, ...unmet.filter(({ id }) => !records.has(id))];
}
