import type { RowList } from "@/lib/connectors/shopify/answers";
import {
  askInScope,
  type ShopifyClient,
  type ShopifyFault,
  type ShopifyReading,
} from "@/lib/connectors/shopify/client";
import { queryOf, type WalkPlace } from "@/lib/connectors/shopify/cursor";
import type { Readable } from "@/lib/connectors/shopify/readable";
import { readPage } from "@/lib/connectors/shopify/walk";
import { err, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";
import type { ListPage } from "@/lib/runner/reading-ports";

export const PAGE_LIMIT = 250;

export const refusedCursor = (): Result<never, Failure> => err(failure("source.query_refused", "cursor"));

export const isTooDear = ({ detail }: Failure): boolean => detail === "max_cost_exceeded";

/** One page of a walk. One that costs too much is asked for once more, half as long. */
export async function readList(
  client: ShopifyClient,
  { pages, rows }: Readable,
  place: WalkPlace,
  first: number,
): Promise<Result<ListPage, Failure>> {
  const answer = await askHalved(first, (some) =>
    askInScope(client, pages[place.kind], { first: some, after: place.after, query: queryOf(place) }, rows),
  );
  if (answer.ok) return readPage(answer.value.data, place, answer.value.serverTimeMs);
  const { failure: failed, mayBeCursor } = answer.error;
  return mayBeCursor && place.after !== null ? refusedCursor() : err(failed);
}

type RowsAnswer = Result<ShopifyReading<RowList>, ShopifyFault>;

/** Asks for `first` rows, and for half as many if Shopify finds that too dear. Twice too dear is a fault of ours and is told. */
export async function askHalved(first: number, ask: (first: number) => Promise<RowsAnswer>): Promise<RowsAnswer> {
  const whole = await ask(first);
  if (whole.ok || !isTooDear(whole.error.failure) || first < 2) return whole;
  return ask(Math.floor(first / 2));
}
