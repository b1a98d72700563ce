import type { Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { GoneListing, Presence, SourceCount } from "./evidence-ports";
import type { Failure } from "./failures";
import type { Lease } from "./lease-port";
import type { CrossReceipt, ReceiptEvidence } from "./receipts/evidence";
import type { ReadVerdict } from "./states";

/*
 * What discovering needs of the world: walks are kept in Postgres, Source speaks for Shopify. Instants of the source are told by its own clock.
 */

/** `updated` walks the unfiltered list from the newest down to the floor; `id` walks the filtered list by id, ascending, for a first run or a backfill. */
export type WalkKind = "updated" | "id";

/** Progress of one walk, saved page by page. */
export interface Walk {
  id: string;
  kind: WalkKind;
  /** Source time down to which it reads; null: to the list's end. */
  floorMs: number | null;
  /** min(database clock, Shopify's Date header) at its first page. */
  t0Ms: number;
  cursor: string | null;
  lowestMs: number | null;
  pages: number;
  rows: number;
  /** Rows that became pending, over all pages. */
  queued: number;
  /** Whether it met a record that we know at or below its floor. */
  metFloor: boolean;
  /** R5: the exact unfiltered total when it began; null: none was given. */
  totalBefore: number | null;
  /** Null before it is judged. */
  verdict: ReadVerdict | null;
  /** Walks of its run, this one included, that were judged SUSPECT SHORT. */
  shortReads: number;
  /** A silence asks that the source be read again, with a fresh token: this walk is not the run's last word. */
  asksAgain: boolean;
  state: "walking" | "complete" | "judged" | "abandoned";
}

export type NewWalk = Pick<Walk, "kind" | "floorMs" | "t0Ms"> & {
  totalBefore?: number | null;
  startsMs?: number | null;
};

/** What a list row says: enough to know that a record needs looking at. */
export interface ListRow {
  id: string;
  updatedAtMs: number;
  /** Whether the list says that marketing consent stands (customers). True for orders, which carry none: false would make it a withdrawal. */
  subscribed: boolean;
}

export interface ListPage {
  rows: ListRow[];
  nextCursor: string | null;
  /** The source's own clock (`Date` header). */
  serverTimeMs: number;
}

/** Evidence of a read, shown on the run: counts, times and ids only. */
export interface ReadEvidence {
  walkKind: WalkKind;
  floorMs: number | null;
  t0Ms: number;
  pages: number;
  rows: number;
  queued: number;
  lowestMs: number | null;
  /** R3: how the walk ended. */
  ending: "met_known_record" | "end_of_list";
  /** Known records older than the floor that the list did not show, and how many of them are alive by id. */
  missed: number;
  missedAlive: number;
  exactTotal: number | null;
  failedReceipts: ("R1" | "R2" | "R3" | CrossReceipt)[];
  /** What the receipts beside R1 and R3 found; missing when it was judged without them. */
  receipts?: ReceiptEvidence;
}

export interface WalkStore {
  bookmark(lease: Lease): Promise<{ atMs: number | null; coveredMs: number | null }>;
  /** The run's newest walk that was not abandoned, judged or not; null before its first. */
  walkOfRun(lease: Lease): Promise<Walk | null>;
  /**
   * @param walk.startsMs kept as the lane's start, source time, unless it has one; null (customers, the manual lane): it has none. A walk's floor is not below
   * its lane's start. @throws LeaseLost
   */
  beginWalk(lease: Lease, walk: NewWalk): Promise<Walk>;
  /**
   * Saves one page: queues its rows in `pending` (insert, or mark + 1) except those we know at the same `updatedAt` with `read_at` ≥ `updatedAt` + margin,
   * and those from before the lane's start, which meet the floor,
   * flags withdrawals (not subscribed, but applied as consenting), and stores the progress. All in one transaction. @throws LeaseLost
   */
  savePage(
    lease: Lease,
    walk: Walk,
    page: {
      rows: ListRow[];
      cursor: string | null;
      marginMs: number;
      /** Queue known rows too ("send again even if unchanged"). */
      includeKnown: boolean;
      /** The list ended here. The walk is `complete` then, or once it met a known record at or below its floor. */
      last: boolean;
    },
  ): Promise<{ queued: number; metFloor: boolean }>;
  /**
   * What R3 asks at a list's end: known living records (not `gone`) that the walk should have met and did not. A walk down to a floor should have met those
   * older than it, unless it met them with a newer time; a walk by id, all that were known when it began. @returns up to `limit` ids, newest first
   */
  knownMissing(lease: Lease, walk: Walk, limit: number): Promise<string[]>;
  /**
   * The walk passed its receipts: stores verdict (on the run too) and evidence, and `covered` of the lane (null: leave it). The silence statistic takes in what
   * the scheduled lane saw. @returns whether a silence asks, for the first time, that all receipts be taken again @throws LeaseLost
   */
  judgeWalk(
    lease: Lease,
    walk: Walk,
    input: { coveredMs: number | null; verdict: ReadVerdict; evidence: ReadEvidence },
  ): Promise<{ lookAgain: boolean }>;
  /** The walk failed (or its cursor was refused): nothing of it counts, the next one starts anew. What it queued stays queued. @throws LeaseLost */
  abandonWalk(lease: Lease, walk: Walk, evidence: ReadEvidence | null): Promise<void>;
  /** Queues named records (a test batch, contradictions, records found gone). */
  queueRecords(lease: Lease, recordIds: string[]): Promise<void>;
}

export interface SourceReading<R = SourceRecord> {
  /** By the ids asked for; null for one that the source does not have. */
  records: Map<string, R | null>;
  /** R2: how many of them show their protected data. Absent where the source does not count it. */
  presence?: Presence;
  /** The source's own clock when it answered: what it calls `updatedAt` is told by the same clock. */
  serverTimeMs: number;
}

/** Where a span of source time is read through the filtered list: both ends belong to it, epoch ms of whole seconds. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** R6: what the index shows of a span. */
export interface SpanReading {
  /** Rows inside the span, newest first, at most as many as were asked for. */
  rows: ListRow[];
  /** Whether this is all of the span; false when the limit cut it, or the filter was ignored and the span's rows could not be reached. */
  whole: boolean;
  /** Rows that came although they lie outside the span, dropped: the filter works by whole days, or was ignored. */
  outside: number;
  /** Whether the times that the source says it understood are those asked; null when it does not say. */
  readAsAsked?: boolean | null;
  /** The source's own clock (`Date` header of the first page). */
  serverTimeMs: number;
}

/** R2: what the token may see, asked now. */
export interface SourceAccess {
  /** `gid://shopify/Shop/…`, as the publication names it. */
  shopId: string;
  grantedScopes: string[];
  /** Scopes that this object's operations need and that were not granted. */
  missingScopes: string[];
  /** `createdAt` of the oldest record that is visible: for orders it tells the 60-day wall. Null without records, or where there is no such wall (customers). */
  oldestVisibleMs: number | null;
  /** Whether all of the past may be seen (`read_all_orders`); true for customers. */
  wholePast: boolean;
  /** Classes of protected customer data that this object's operations select, e.g. `customer:email`. Whether they were approved nobody can ask: see `Presence`. */
  approvals?: string[];
}

/** Why a record is no longer there. `redacted` comes by webhook alone. */
export type Departure = "deleted" | "merged" | "redacted";

/** One object of a shop as the runner reads it: customers, or (`Source<OrderRecord>`) orders. */
export interface Source<R = SourceRecord> extends Partial<SourceProofs> {
  /** One page of the list. A cursor that is refused is `source.query_refused` with detail `cursor`. */
  page(input: { kind: WalkKind; cursor: string | null; first: number }): Promise<Result<ListPage, Failure>>;
  /** Records by id, now. */
  read(ids: readonly string[]): Promise<Result<SourceReading<R>, Failure>>;
  /** Exact unfiltered total, or null when the source gives no exact one. */
  total(): Promise<Result<number | null, Failure>>;
}

/** What the receipts ask of a source beside reading it. A source that lacks one gives no evidence of that kind. */
export interface SourceProofs {
  /**
   * The same span through the filtered list (`updated_at:>='…' updated_at:<='…'`, quoted, UTC, newest first, debug header). Pages by itself until the span's
   * end or `limit` rows; rows outside are dropped and counted. A warning is `source.query_refused`.
   */
  span(span: Span, limit: number): Promise<Result<SpanReading, Failure>>;
  /** One request, two for orders. A missing scope is told in the answer, not as a failure. */
  access(): Promise<Result<SourceAccess, Failure>>;
  /**
   * Of these ids, at most 50: those that the source's events say were deleted or merged away. An id that is not in the map has no such event, or none that is
   * shown yet (Shopify: seconds late, seldom minutes). @param sinceMs how far back to look; 30 days before now when absent
   */
  departures(ids: readonly string[], sinceMs?: number): Promise<Result<Map<string, Departure>, Failure>>;
  /** R5: everything that the events say has gone since then. */
  goneSince?(sinceMs: number): Promise<Result<GoneListing, Failure>>;
  /** The exact total together with what the source calls its precision. */
  count?(): Promise<Result<SourceCount, Failure>>;
}
