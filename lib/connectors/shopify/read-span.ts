import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { readCursor, startOf, type WalkPlace } from "@/lib/connectors/shopify/cursor";
import { askHalved, PAGE_LIMIT } from "@/lib/connectors/shopify/read-list";
import type { Readable } from "@/lib/connectors/shopify/readable";
import { readPage } from "@/lib/connectors/shopify/walk";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";
import type { ListRow, Span, SpanReading } from "@/lib/runner/reading-ports";

/** Rows that one list shows before it would have to be begun anew, which a span never needs. */
const MOST_ROWS_MET = 20_000;

const inUtc = (ms: number): string => `'${new Date(ms).toISOString().slice(0, 19)}Z'`;

/** Quoted and in UTC: unquoted, a time turns into shop-local midnight and a junk term, on a 200. */
const queryOf = ({ fromMs, toMs }: Span): string => `updated_at:>=${inUtc(fromMs)} updated_at:<=${inUtc(toMs)}`;

/**
 * Reads a span through the filtered list, newest first, until it is below the span, at its end, or has `limit` rows. Rows outside of the span are counted and
 * left out: the filter works by whole days, or was ignored.
 */
export async function readSpan(
  client: ShopifyClient,
  { span: operation, rows: shape }: Readable,
  span: Span,
  limit: number,
): Promise<Result<SpanReading, Failure>> {
  const query = queryOf(span);
  const met: ListRow[] = [];
  const seen = { serverTimeMs: 0, readAsAsked: null as boolean | null };
  let place: WalkPlace | null = startOf("updated");
  while (place && met.length < MOST_ROWS_MET && insideOf(met, span).length <= limit) {
    const { after }: WalkPlace = place;
    const answer = await askHalved(PAGE_LIMIT, (first) =>
      askInScope(client, operation, { first, after, query }, shape),
    );
    if (!answer.ok) return err(answer.error.failure);
    const page = readPage(answer.value.data, place, answer.value.serverTimeMs);
    if (!page.ok) return page;
    if (met.length === 0) seen.serverTimeMs = answer.value.serverTimeMs;
    seen.readAsAsked = wasReadAsAsked(answer.value.searches, query) ?? seen.readAsAsked;
    met.push(...page.value.rows);
    const isBelow = (met.at(-1)?.updatedAtMs ?? span.toMs) < wholeSecond(span.fromMs);
    place = page.value.nextCursor === null || isBelow ? null : readCursor("updated", page.value.nextCursor);
  }
  if (new Set(met.map(({ id }) => id)).size !== met.length) return err(failure("source.unreadable", "R1:repeated_id"));
  const rows = insideOf(met, span);
  const whole = place === null && rows.length <= limit;
  return ok({ rows: rows.slice(0, limit), whole, outside: met.length - rows.length, ...seen });
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

const insideOf = (rows: readonly ListRow[], { fromMs, toMs }: Span): ListRow[] =>
  rows.filter(({ updatedAtMs }) => updatedAtMs >= wholeSecond(fromMs) && updatedAtMs <= wholeSecond(toMs));

/** Whether every time that Shopify says it read is one that we wrote. @returns null when it names none */
function wasReadAsAsked(searches: readonly unknown[], query: string): boolean | null {
  const asked = timesIn(query);
  const read = timesIn(JSON.stringify(searches));
  return read.length === 0 ? null : read.every((time) => asked.includes(time));
}

function timesIn(text: string): number[] {
  const found = text.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)/g) ?? [];
  return found.map((time) => Date.parse(time));
}
