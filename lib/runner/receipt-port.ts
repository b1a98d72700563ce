import type { FindingKind } from "./finding-kinds";
import type { Lease } from "./lease-port";
import type { Walk } from "./reading-ports";
import type { CrossReceipt } from "./receipts/evidence";

/*
 * What the receipts need of Postgres: what is known of the records that a walk should have met, and what one read tells the next. Each method is one
 * transaction of a fixed number of statements.
 */

/** A record and the source's `updatedAt` under which it is known, epoch ms. */
export interface Sighting {
  id: string;
  updatedAtMs: number;
}

/** A record that is alive by id, belongs into the span, and was missing from the walk. */
export interface Contradiction extends Sighting {
  receipts: CrossReceipt[];
}

/** One that earlier walks have shown too. */
export interface OpenContradiction extends Contradiction {
  /** Walks in which it was missing. */
  looks: number;
  firstLookMs: number;
  /** When it was found landed by id; null before. */
  landedMs: number | null;
}

export interface CountMemory {
  /** How far the exact total lies above what we know, as it is settled; null before the first read. */
  drift: number | null;
  lastDrift: number | null;
  /** Reads in a row in which it lay above that. */
  gapReads: number;
}

export interface ReceiptFacts {
  /** The newest records that were applied and live, newest first. */
  newest: Sighting[];
  /** Living records, newest first, that had an address when they were applied. */
  addressed: string[];
  /** Named by a webhook (or by what else wants a look) before the walk began, not met by it, and not looked at since. */
  named: string[];
  open: OpenContradiction[];
  count: CountMemory;
  /** Records that are known to be there: living rows, and those that wait for their first look. */
  known: number;
  /** The largest commit delay that this walk shows, ms: a row that was not there when the walk before it read past its time. Null: none. */
  commitDelayMs: number | null;
}

/** How many of each are looked at. `marginMs`: how much less than its start a walk vouches for. */
export interface ReceiptLimits {
  newest: number;
  addressed: number;
  named: number;
  marginMs: number;
}

/** What a read that was judged leaves behind. */
export interface ReadNotes {
  contradictions: Contradiction[];
  /** Ids to be delivered by id, with the time under which they are known. */
  supplied: Sighting[];
  count: CountMemory | null;
  /** The largest commit delay or index lag of this read, ms. */
  lagMs: number;
  /** Findings that stand after this read; the others of `READ_FINDINGS` are over. */
  findings: ReadFinding[];
}

/** What a judged read can find, or show to be over. Those that a failed read opens are opened by the end of the attempt. */
export const READ_FINDINGS = [
  "sync.unreadable",
  "sync.suspect_short",
  "sync.counts_disagree",
  "sync.clocks_apart",
] as const satisfies FindingKind[];

export interface ReadFinding {
  kind: (typeof READ_FINDINGS)[number];
  /** Counts, times, codes and ids only. */
  evidence: Record<string, unknown>;
}

export interface ReceiptStore {
  /** The largest commit delay or index lag that was measured of the sync's source of late, ms; 0: none. */
  lagMs(lease: Lease): Promise<number>;
  /** The newest records that were applied and live, newest first, without those of `except`. */
  witnesses(lease: Lease, limit: number, except: readonly string[]): Promise<Sighting[]>;
  facts(lease: Lease, walk: Walk, limits: ReceiptLimits): Promise<ReceiptFacts>;
  /**
   * Holds a walk against the index and what else names records. @returns `unmet`: of `listed` and `named`, those that the walk did not meet; `unlisted`: the
   * newest (at most `limit`) that it met at or after `fromMs` and that are not `listed`
   */
  compare(
    lease: Lease,
    walk: Walk,
    input: { listed: string[]; named: string[]; fromMs: number; limit: number },
  ): Promise<{ unmet: string[]; unlisted: Sighting[] }>;
  /** A first look: only the contradictions are kept. One walk counts as one look, however often it is noted. @throws LeaseLost */
  noteContradictions(lease: Lease, walk: Walk, found: Contradiction[]): Promise<void>;
  /**
   * What a read leaves behind: contradictions that stand, those that it met or that are gone are over, supplied ids are pending, measures and findings are
   * stored. The bookmark is held below contradictions until a day after they landed by id. @throws LeaseLost
   */
  note(lease: Lease, walk: Walk, notes: ReadNotes): Promise<void>;
  /** A record that answers null by id without a deletion, merge or redaction: a finding, and its time to look again is set by settling. @throws LeaseLost */
  noteVanished(lease: Lease, recordIds: string[]): Promise<void>;
}
