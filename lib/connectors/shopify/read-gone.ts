import { departuresShape } from "@/lib/connectors/shopify/answers";
import { askInScope, type ShopifyClient } from "@/lib/connectors/shopify/client";
import { idOf } from "@/lib/connectors/shopify/gid";
import { DEPARTURES } from "@/lib/connectors/shopify/operations";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { GoneListing, GoneRecord } from "@/lib/runner/evidence-ports";
import { type Failure, failure } from "@/lib/runner/failures";
import type { Departure } from "@/lib/runner/reading-ports";

/** Pages of 100 events. */
const MOST_PAGES = 50;
/** How far back a record that is gone is looked for when the caller does not say; Shopify keeps events for a year. */
const LOOK_BACK_DAYS = 30;

/** What an event calls it. `destroy` is documented; the others are words that the API's siblings use for the same [?]. Any other is something else. */
const CAUSES: ReadonlyMap<string, GoneRecord["cause"]> = new Map([
  ["destroy", "deleted"],
  ["delete", "deleted"],
  ["merge", "merged"],
  ["merged", "merged"],
]);

type Type = "Customer" | "Order";

/** Deletions and merges since a time, newest first. */
export const readGone = (client: ShopifyClient, type: Type, sinceMs: number): Promise<Result<GoneListing, Failure>> =>
  pageEvents(client, type, sinceMs, () => false);

/** Which of these records the events say have left, and how. Stops as soon as all are found. @param sinceMs 30 days ago when absent */
export async function readDepartures(
  client: ShopifyClient,
  type: Type,
  ids: readonly string[],
  sinceMs: number | undefined,
): Promise<Result<Map<string, Departure>, Failure>> {
  const wanted = new Set(ids);
  const found = new Map<string, Departure>();
  if (wanted.size === 0) return ok(found);
  const listing = await pageEvents(client, type, sinceMs ?? null, (gone) => {
    for (const { recordId, cause } of gone) if (wanted.has(recordId)) found.set(recordId, cause);
    return found.size === wanted.size;
  });
  return listing.ok ? ok(found) : listing;
}

/** @param sinceMs null: 30 days before Shopify's own clock, which the filter's `now` is @param enough told each page; true ends the reading */
async function pageEvents(
  client: ShopifyClient,
  type: Type,
  sinceMs: number | null,
  enough: (gone: GoneRecord[]) => boolean,
): Promise<Result<GoneListing, Failure>> {
  const listing: GoneListing = { gone: [], whole: false, serverTimeMs: 0 };
  const since = sinceMs === null ? "" : ` created_at:>='${new Date(sinceMs).toISOString().slice(0, 19)}Z'`;
  const query = `subject_type:${type.toUpperCase()}${since}`;
  let after: string | null = null;
  for (let pages = 1; pages <= MOST_PAGES; pages += 1) {
    const answer: Awaited<ReturnType<typeof askPage>> = await askPage(client, { after, query });
    if (!answer.ok) return err(answer.error.failure);
    const { nodes, pageInfo } = answer.value.data.events;
    if (pages === 1) listing.serverTimeMs = answer.value.serverTimeMs;
    const floorMs = sinceMs ?? listing.serverTimeMs - LOOK_BACK_DAYS * 86_400_000;
    const gone = nodes.flatMap((node) => toGone(node, type)).filter(({ atMs }) => atMs >= floorMs - 1_000);
    listing.gone.push(...gone);
    const oldestMs = nodes.at(-1)?.createdAt ?? floorMs;
    if (enough(gone) || !pageInfo.hasNextPage || oldestMs < floorMs - 1_000) return ok({ ...listing, whole: true });
    if (!pageInfo.endCursor || pageInfo.endCursor === after) return err(failure("source.unreadable", "R1:cursor"));
    after = pageInfo.endCursor;
  }
  return ok(listing);
}

const askPage = (client: ShopifyClient, variables: { after: string | null; query: string }) =>
  askInScope(client, DEPARTURES, variables, departuresShape);

function toGone(
  { action, createdAt, subjectId }: { action: string; createdAt: number; subjectId?: string | undefined },
  type: Type,
): GoneRecord[] {
  const cause = CAUSES.get(action.toLowerCase());
  if (!cause || !subjectId?.startsWith(`gid://shopify/${type}/`)) return [];
  return [{ recordId: idOf(subjectId), cause, atMs: createdAt }];
}
