import type { Clock, Random } from "@/lib/kernel/clock";
import type { PublicationFault } from "@/lib/kernel/errors";
import type { Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { ContactPayload } from "@/lib/rules/payload";
import type { Caps, PublishedEnds } from "@/lib/rules/schema";
import type { Failure } from "./failures";
import type { Landed, Lane, LedgerState, Outcome, ReadVerdict, RunKind, RunState, SyncState } from "./states";
import type { Timing } from "./timing";

/*
 * What the runner needs of the world. Stores speak for Postgres, Source for Shopify, Destination for Brevo. Every store method is one transaction of a
 * fixed number of statements, whatever the number of records. All instants are epoch ms; those of stores are the database's clock.
 */

// ── The run and what it carries out ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A connection as it stands now. */
export interface ConnectionState {
  id: string;
  usable: boolean;
  identity: string;
}

/** The stored publication, unproven: the leg recomputes and compares. `rule` is raw JSON on purpose. */
export interface StoredPublication {
  id: string;
  number: number;
  rule: unknown;
  ends: PublishedEnds;
  digest: string;
  signature: string;
}

/** Everything a leg must know to begin. Read in one go at its start. */
export interface RunBrief {
  workspaceId: string;
  syncId: string;
  runId: string;
  lane: Lane;
  kind: RunKind;
  state: RunState;
  driver: string | null;
  publication: StoredPublication;
  sync: { state: SyncState; livePublicationId: string | null };
  source: ConnectionState;
  destination: ConnectionState;
  /** Failed attempts at the present walk or batch, 0 to 4. */
  failedAttempts: number;
  /** Whether the present read has already failed its receipts once and is being taken again. */
  secondLook: boolean;
  /** Whether this run has held the lease before: one that has waits its turn, a new one collides. */
  hasWorked: boolean;
  /** A person's choice of where a manual run begins. */
  fromMs: number | null;
  /** Records of a test batch. */
  testRecordIds: string[] | null;
  /** "Send again even if unchanged". */
  resend: boolean;
  /** Whether this run has passed the mass-change guard, or a person has let it through. */
  guardPassed: boolean;
  /** Used so far, over all legs, against the rule's caps. */
  used: Omit<Caps, "minutes">;
  /** From when its minutes count: its first leg, or when a person let it through. */
  startedAtMs: number | null;
  /** Key under which this workspace's delivery keys are made (raw bytes). */
  ledgerKey: Uint8Array;
  /** Newest key version for address hashes first; hashes are looked up under all of them. */
  addressKeys: readonly { version: number; key: Uint8Array }[];
}

/** Proof of the right to write: one execution's lease. Handed to every method that changes anything; a store that finds another epoch throws LeaseLost. */
export interface Lease {
  workspaceId: string;
  syncId: string;
  runId: string;
  lane: Lane;
  epoch: number;
}

export type LeaseAnswer =
  | { kind: "taken"; lease: Lease; nowMs: number }
  /** Another run of the sync is at work. */
  | { kind: "busy"; runId: string }
  /** A manual run is at work; a due scheduled run has asked it to wait at the end of its batch, and looks again then. */
  | { kind: "asked"; retryAtMs: number }
  /** This very run is at work elsewhere; look again then. */
  | { kind: "beating"; retryAtMs: number }
  /** The run is over, or another driver drives it. */
  | { kind: "not_ours" };

/** Why a leg must stop at its next check, if it must. */
export type StopWish = "cancelled" | "paused" | "republished" | null;

/** What the finished runs say about the sync: pause it, or warn before it comes to that. */
export type StreakDecision = ({ kind: "pause" } & PauseDecision) | { kind: "warn"; cause: Failure; failures: number };

export interface PauseDecision {
  cause: Failure;
  outageOnly: boolean;
  runIds: string[];
}

/** A finished run as the streak sees it. */
export interface FinishedRun {
  runId: string;
  state: RunState;
  kind: RunKind;
  failure: Failure | null;
}

export interface RunEnd {
  state: Exclude<RunState, "queued" | "running" | "waiting">;
  failure: Failure | null;
  /** Verdict of the read; null leaves what `judgeWalk` stored. */
  verdict: ReadVerdict | null;
}

export interface LeaseStore {
  /** @returns null for an unknown run */
  brief(runId: string): Promise<RunBrief | null>;
  /**
   * Takes the sync's lease for this execution: epoch + 1. Another run's lease only when given back or expired; the same run's only when `beat_at` is empty
   * or `beatDeadMs` old. Marks the run `running` (and `started_at` at the first time); marks a run from which it takes the lease `stopped` or `crashed`.
   * Claims that older epochs left open become doubts due at their claim time + `drainMs`, and their records pending again. A scheduled run that finds a
   * manual one at work asks it to wait (`asked`), and is `waiting` until it looks again; every other one is told `busy`.
   */
  take(input: { brief: RunBrief; driver: string; timing: Timing }): Promise<LeaseAnswer>;
  /**
   * Beats, renews when a third of the lease has passed, and says whether a person wants the run to stop, and whether a due scheduled run asks this manual one
   * to wait at the end of its batch. An opt-out pass is not stopped by the sync's pause. @throws LeaseLost
   */
  beat(lease: Lease, timing: Timing): Promise<{ nowMs: number; stop: StopWish; yield: boolean }>;
  /**
   * The leg ends and the next one follows at once: the run stays `running` and keeps its lease, `beat_at` is emptied (remember when, so that the dispatcher
   * announces again a run that nobody continued within `beatDeadMs`). @throws LeaseLost
   */
  handOver(lease: Lease): Promise<void>;
  /** A run that has worked before finds the lease taken: it waits its turn, `waiting` until then, without a lease. Does nothing if the driver changed. */
  postpone(run: { workspaceId: string; runId: string; driver: string }, wakeAtMs: number): Promise<void>;
  /** The leg ends with work left: `waiting` until `wakeAtMs`, lease given back. With a failure it is a failed attempt, recorded as such. @throws LeaseLost */
  park(
    lease: Lease,
    input: { wakeAtMs: number; failure: Failure | null; failedAttempts: number; secondLook: boolean },
  ): Promise<void>;
  /**
   * The run is over: state, failure, the final count of what it left, lease given back. In the same transaction `decide` sees the sync's finished runs since
   * it was last changed, newest first and this one included, and may pause the sync. @throws LeaseLost
   */
  finish(
    lease: Lease,
    end: RunEnd,
    decide: (finished: FinishedRun[], threshold: number) => StreakDecision | null,
  ): Promise<void>;
  /** Ends a run that never held the lease: collided, or its publication is not valid. Counts into the streak through `decide` as in `finish`. */
  finishUnleased(
    run: { workspaceId: string; syncId: string; runId: string; driver: string },
    end: RunEnd,
    decide: (finished: FinishedRun[], threshold: number) => StreakDecision | null,
  ): Promise<void>;
}

// ── Reading ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  state: "walking" | "complete" | "judged" | "abandoned";
}

/** What a list row says: enough to know that a record needs looking at. */
export interface ListRow {
  id: string;
  updatedAtMs: number;
  /** Whether the list says that marketing consent stands (customers). */
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
  failedReceipts: ("R1" | "R2" | "R3")[];
}

export interface WalkStore {
  bookmark(lease: Lease): Promise<{ atMs: number | null; coveredMs: number | null }>;
  /** The run's newest walk that was not abandoned, judged or not; null before its first. */
  walkOfRun(lease: Lease): Promise<Walk | null>;
  beginWalk(lease: Lease, walk: Pick<Walk, "kind" | "floorMs" | "t0Ms">): Promise<Walk>;
  /**
   * Saves one page: queues its rows in `pending` (insert, or mark + 1) except those we know at the same `updatedAt` with `read_at` ≥ `updatedAt` + margin,
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
  /** The walk passed its receipts: stores verdict (on the run too) and evidence, and `covered` of the lane (null: leave it). @throws LeaseLost */
  judgeWalk(
    lease: Lease,
    walk: Walk,
    input: { coveredMs: number | null; verdict: ReadVerdict; evidence: ReadEvidence },
  ): Promise<void>;
  /** The walk failed (or its cursor was refused): nothing of it counts, the next one starts anew. What it queued stays queued. @throws LeaseLost */
  abandonWalk(lease: Lease, walk: Walk, evidence: ReadEvidence | null): Promise<void>;
  /** Queues named records (a test batch, contradictions, records found gone). */
  queueRecords(lease: Lease, recordIds: string[]): Promise<void>;
}

export interface SourceReading {
  /** By the ids asked for; null for one that the source does not have. */
  records: Map<string, SourceRecord | null>;
  /** The source's own clock when it answered: what it calls `updatedAt` is told by the same clock. */
  serverTimeMs: number;
}

export interface Source {
  /** One page of the list. A cursor that is refused is `source.query_refused` with detail `cursor`. */
  page(input: { kind: WalkKind; cursor: string | null; first: number }): Promise<Result<ListPage, Failure>>;
  /** Records by id, now. */
  read(ids: readonly string[]): Promise<Result<SourceReading, Failure>>;
  /** Exact unfiltered total, or null when the source gives no exact one. */
  total(): Promise<Result<number | null, Failure>>;
}

// ── Delivering ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A record known to need looking at. */
export interface PendingRow {
  recordId: string;
  /** The `updatedAt` under which it was last seen; null for one that was named without a time. */
  seenMs: number | null;
  /** Settling deletes the row only if its mark is still this one. */
  mark: number;
  withdrawal: boolean;
  /** Runs in which this record has been in doubt. */
  doubtRuns: number;
  /** Why a record that has landed is looked at again; null for one that has not. */
  again: Again | null;
}

/** `recheck`: a call that was given up might still have landed. `retry`: Brevo refused it; it is held and tried again with growing gaps. */
export interface Again {
  cause: "recheck" | "retry";
  /** How many times it was looked at again so far. */
  stage: number;
}

/** What we last did with a record, whatever the outcome. */
export interface RecordRow {
  recordId: string;
  outcome: Landed;
  /** Payload digest last applied in Brevo; null if nothing ever was, or if it was cleared. */
  appliedDigest: string | null;
  sourceUpdatedAtMs: number | null;
  readAtMs: number;
  sequence: number;
  addressHash: string | null;
  destinationId: string | null;
  /** Whether the last applied write put the contact on the rule's lists. */
  listed: boolean;
  /** Whether the customer's own consent was withdrawn when last read (`OPTED_OUT_STATES`). */
  optedOut: boolean;
}

/** A delivery that is claimed or in doubt. */
export interface OpenClaim {
  ledgerId: string;
  state: "claimed" | "doubt";
  syncId: string;
  recordId: string;
  epoch: number;
  claimedAtMs: number;
  /** Look-ups done so far for this doubt, over all legs. */
  looks: number;
  /** The payload that was (perhaps) sent, the address under which, and the record's time; decrypted. Null when it belongs to another sync. */
  sent: SentBody | null;
  payloadDigest: string;
  sequence: number;
  addressHash: string;
  destinationId: string | null;
}

export interface SentBody {
  address: string;
  payload: ContactPayload;
  sourceUpdatedAtMs: number;
}

export interface ChunkFacts {
  rows: Map<string, RecordRow>;
  /** By record id: open claims of this sync's records. */
  claims: Map<string, OpenClaim>;
  /** By address hash, those asked for and those of `rows`: the record of this sync that is listed under it. */
  owners: Map<string, { recordId: string; sourceUpdatedAtMs: number }>;
  /** By address hash: records, not gone, whose own consent was withdrawn when last read. */
  optOuts: Map<string, string[]>;
  suppressed: Set<string>;
  tombstoned: Set<string>;
}

export interface ClaimRequest {
  recordId: string;
  deliveryKey: string;
  addressHash: string;
  payloadDigest: string;
  sequence: number;
  destinationId: string | null;
  body: SentBody;
  /** Counts against `created` until the answer says otherwise. */
  maybeCreates: boolean;
  /** The most requests that this delivery can take; what it does not use is given back when it settles. */
  calls: number;
  /** Withdrawals go outside the caps. */
  exempt: boolean;
}

export type ClaimAnswer =
  | { kind: "claimed"; ledgerId: string }
  /** Someone has an open claim on the record or the address. */
  | { kind: "open_elsewhere" }
  /** The caps have no room for it; nothing was claimed. */
  | { kind: "capped" };

/** What became of one record of a chunk. */
export interface Settlement {
  recordId: string;
  mark: number;
  outcome: Outcome;
  reason: string | null;
  /** Fields left out of the payload, e.g. `SMS:phone_does_not_parse`. */
  notes: string[];
  sourceUpdatedAtMs: number | null;
  readAtMs: number;
  addressHash: string | null;
  consentState: string | null;
  ledger: { id: string; to: Exclude<LedgerState, "claimed">; errorCode: string | null } | null;
  /** Set when this settles an applied write. */
  applied: { digest: string; sequence: number; destinationId: string | null; created: boolean; listed: boolean } | null;
  /** Doubt and busy addresses: when to look again. Ignored when landed. */
  checkAtMs: number | null;
  /** For a doubt: how many look-ups have been made. */
  looks: number;
  /** For a doubt: runs in which its read-backs were used up, set as given. */
  doubtRuns: number;
  /** Requests made for it (0 when none was claimed). */
  callsUsed: number;
  /** The contact we wrote is gone from the destination: never send this record there again. */
  tombstone: boolean;
  /** The record lands and stays queued for another look then. */
  again: (Again & { atMs: number }) | null;
  /** Address hashes whose other records are decided anew: their owner has changed. */
  requeueHashes: string[];
  /** What stands in the destination under this id is not what was applied last: a late call has landed. The row forgets its digest and counts as listed. */
  landedLate: { destinationId: string } | null;
}

export interface GuardFacts {
  pending: number;
  /** Records that the last 20 proven scheduled runs had on the median; null before the first. */
  usual: number | null;
  /** How many records a person has approved for one run; null: none. */
  approved: number | null;
}

/** `clears`: what a person was shown, and their approval, are over with this pass. */
export type GuardDecision = { kind: "pass"; clears: boolean } | { kind: "wait"; pending: number; usual: number };

export interface BatchCounts extends Record<Outcome, number> {
  taken: number;
}

export interface DeliveryStore {
  /**
   * The mass-change guard: how many records wait in the lane (withdrawals not counted), what the last proven runs had on the median, and what a person has
   * approved. @throws LeaseLost
   */
  guardFacts(lease: Lease): Promise<GuardFacts>;
  /** Lets the run pass, and uses up the approval that covers it; or shows the number to a person, with a finding. @throws LeaseLost */
  passGuard(lease: Lease, decision: GuardDecision): Promise<void>;
  /**
   * Opens a batch and takes up to `limit` due pending rows of the lane: withdrawals first, then by (seen time, id). Null when none is due. An opt-out run, or
   * one that waits for approval, takes withdrawals alone. @throws LeaseLost
   */
  openBatch(
    lease: Lease,
    limit: number,
    only?: "withdrawals",
  ): Promise<{ batchId: string; pending: PendingRow[] } | null>;
  /** Everything known about these records and addresses, and open claims on them. */
  facts(lease: Lease, input: { recordIds: string[]; addressHashes: string[] }): Promise<ChunkFacts>;
  /** Reserves caps and inserts claims, sealed; answers in the order asked. @throws LeaseLost */
  claim(lease: Lease, caps: Caps, requests: ClaimRequest[]): Promise<ClaimAnswer[]>;
  /**
   * Settles a chunk: closes ledger rows (wiping bodies unless doubt), upserts record rows, deletes pending rows whose mark is unchanged (or sets check_at,
   * doubt_runs), or keeps a landed one for another look (`again`); takes an address from its former owner's row when a newer record was listed under it, and
   * queues the sharers of `requeueHashes`; adds to the batch's counts; frees reserved `created` that proved to be updates, and all that was released. @throws LeaseLost
   */
  settle(lease: Lease, batchId: string, settlements: Settlement[]): Promise<void>;
  /** Ends the batch and moves the bookmark: greatest(bookmark, least(covered, oldest unlanded pending − 1 s)); resets failed attempts. @throws LeaseLost */
  closeBatch(lease: Lease, batchId: string | null): Promise<{ bookmarkMs: number | null }>;
  /** Counts of this run so far, by outcome. */
  counts(lease: Lease): Promise<BatchCounts>;
  /** Earliest `check_at` of the lane's pending rows that this run tried, or null. */
  nextCheck(lease: Lease): Promise<number | null>;
}

/** One intended write: by address the first time, by Brevo's id afterwards (an address in an update would lift a blocklisting). */
export type WriteTarget = { by: "address"; address: string } | { by: "id"; id: string };

export type WriteAnswer =
  | { kind: "applied"; destinationId: string | null; created: boolean; notes: string[]; calls: number }
  /** Not applied; nothing wrong with the record. */
  | { kind: "transient"; failure: Failure }
  /** Not applied; this record will not pass. `code` is the destination's error code. */
  | { kind: "permanent"; code: string }
  /** Not applied; nothing will pass until a person acts. */
  | { kind: "stop"; failure: Failure }
  /** The id we wrote before is gone: the merchant erased it. */
  | { kind: "erased" }
  | { kind: "doubt"; code: string };

export type LookUpAnswer =
  | { kind: "found"; destinationId: string; blocklisted: boolean; matches: boolean }
  | { kind: "absent" }
  | { kind: "failed"; failure: Failure };

export interface Destination {
  /** One write. Never throws for what the other side does; a deadline of its own (10 s). `deliveryKey` goes along where the API takes one (Brevo: not today). */
  write(input: { target: WriteTarget; payload: ContactPayload; deliveryKey: string }): Promise<WriteAnswer>;
  /** Reads the contact back and says whether the managed part of the payload is what stands there. */
  lookUp(input: { target: WriteTarget; payload: ContactPayload }): Promise<LookUpAnswer>;
}

/** One budget per Brevo account over all syncs and processes. */
export interface Limiter {
  /** Reserves `calls` and says from when they may start and how far apart. @returns first start and gap, ms */
  reserve(calls: number): Promise<{ startInMs: number; gapMs: number }>;
}

// ── All of it ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface PublicationProver {
  /** @returns the fault, or null if the signature is ours over this digest as this number of this sync */
  verify(claim: { syncId: string; number: number; digest: string; signature: string }): PublicationFault | null;
}

export interface RunnerPorts {
  /** Tells the operator about an exception that nobody foresaw; the run goes on as after a failed attempt. */
  report(error: unknown): void;
  clock: Clock;
  random: Random;
  timing: Timing;
  leases: LeaseStore;
  walks: WalkStore;
  deliveries: DeliveryStore;
  prover: PublicationProver;
  /** Opens both ends for one leg, with the credentials of the run's connections. */
  open(brief: RunBrief): Promise<{ source: Source; destination: Destination; limiter: Limiter }>;
}
