import type { SourceRecord } from "@/lib/rules/customer";
import type { Landing } from "./decision";
import type { Again, PendingRow, Settlement } from "./delivery-port";
import { LANDED, type Outcome } from "./states";
import type { Timing } from "./timing";

/** A settlement with nothing in it but what the record is; the rest is filled in by what became of it. */
export type BlankSettlement = Omit<Settlement, "outcome">;

export function blankSettlement(
  row: PendingRow,
  record: SourceRecord | null | undefined,
  readAtMs: number,
): BlankSettlement {
  return {
    recordId: row.recordId,
    mark: row.mark,
    reason: null,
    notes: [],
    sourceUpdatedAtMs: record?.updatedAtMs ?? null,
    readAtMs,
    addressHash: null,
    consentState: record?.email?.state ?? null,
    ledger: null,
    applied: null,
    checkAtMs: null,
    looks: 0,
    doubtRuns: row.doubtRuns,
    callsUsed: 0,
    tombstone: false,
    again: null,
    requeueHashes: [],
    landedLate: null,
  };
}

/** Settles a record that lands without a call. */
export function settleLanding(blank: BlankSettlement, landing: Landing): Settlement {
  const { outcome, reason, addressHash, requeueHashes, notes } = landing;
  return { ...blank, outcome, reason, addressHash, requeueHashes, notes };
}

/** Why a record landed as it is: it answers null by id, without a word why. */
export const VANISHED = "vanished";

/** When a record that lands is looked at again: held ones with growing gaps, vanished ones a day later, and those of which a call was given up, for a day from the last such call. */
export function lookAgain(row: PendingRow, settlement: Settlement, nowMs: number, timing: Timing): Settlement["again"] {
  if (!isLanded(settlement.outcome)) return null;
  const stage = settlement.doubtRuns > 0 ? 0 : stageOf(row, "recheck");
  const concerned = settlement.doubtRuns > 0 || row.again?.cause === "recheck";
  // A late call may land on a held record too: the day of looks comes first, the retries after it.
  const recheck = concerned ? nextStage("recheck", stage, timing.recheckMs[stage], nowMs) : null;
  if (recheck === null && settlement.reason === VANISHED) return nextStage("vanished", 0, timing.vanishedMs, nowMs);
  if (recheck !== null || settlement.outcome !== "held") return recheck;
  const gapsMs = timing.retryMs;
  const tries = stageOf(row, "retry");
  return nextStage("retry", tries, gapsMs[tries] ?? gapsMs.at(-1), nowMs);
}

const stageOf = (row: PendingRow, cause: Again["cause"]): number => (row.again?.cause === cause ? row.again.stage : 0);

const nextStage = (
  cause: Again["cause"],
  stage: number,
  gapMs: number | undefined,
  nowMs: number,
): Settlement["again"] => (gapMs === undefined ? null : { cause, stage: stage + 1, atMs: nowMs + gapMs });

const isLanded = (outcome: Outcome): boolean => (LANDED as readonly Outcome[]).includes(outcome);
