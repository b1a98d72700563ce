import type { Landed, Lane, LedgerState } from "@/lib/runner/states";

/** What one sync knows of one record. Instants are epoch ms; nothing personal. */
export interface RecordHit {
  syncId: string;
  syncName: string;
  recordId: string;
  /** What was last done with it; null: it waits to be looked at for the first time. */
  last: {
    outcome: Landed;
    reason: string | null;
    errorCode: string | null;
    atMs: number;
    runId: string;
    /** The version of the rule that decided. */
    publication: number | null;
    /** Of the customer, in Shopify. */
    changedAtMs: number | null;
    /** Confirmed writes, ever. */
    writes: number;
    /** Whether we have put it on the rule's lists. */
    listed: boolean;
    /** Brevo's number of the contact, where we know it. */
    destinationId: string | null;
  } | null;
  /** Where it waits for another look; null where it does not. */
  waiting: { lane: Lane; cause: string; atMs: number | null } | null;
  /** The newest intended writes that the ledger still has, newest first. */
  deliveries: {
    id: string;
    state: LedgerState;
    atMs: number;
    closedAtMs: number | null;
    runId: string;
    errorCode: string | null;
  }[];
}

export interface FoundRecords {
  /** How the search was understood. */
  by: "id" | "address";
  hits: RecordHit[];
  /** The address stands on this workspace's suppression list: why, and since when. */
  suppressed: { reason: string; atMs: number } | null;
}
