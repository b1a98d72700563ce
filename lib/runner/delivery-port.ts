import type { ContactPayload } from "@/lib/rules/payload";
import type { Caps } from "@/lib/rules/schema";
import type { Lease } from "./lease-port";
import type { Landed, LedgerState, Outcome } from "./states";

/*
 * What delivering needs of Postgres: pending records, batches, facts, claims and what became of them. Every method is one transaction of a fixed number of
 * statements, whatever the number of records.
 */

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

/** `vanished`: it answers null by id and no event says why. `recheck`: a call that was given up might still have landed. `retry`: Brevo refused it; it is held and tried again with growing gaps. */
export interface Again {
  cause: "recheck" | "retry" | "vanished";
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
  /** When this was written down, by the database's clock. */
  settledAtMs: number;
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
