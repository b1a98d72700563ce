import type { SourceRecord } from "@/lib/rules/customer";
import type { Decision } from "./decide";
import type { PendingRow, Settlement } from "./ports";

/** A settlement with nothing in it but what the record is; the rest is filled in by what became of it. */
export function blankSettlement(
  row: PendingRow,
  record: SourceRecord | null | undefined,
  readAtMs: number,
): Omit<Settlement, "outcome"> {
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
  };
}

/** Settles a record that lands without a call; nothing for the others. */
export function settleLanding(
  row: PendingRow,
  decision: Decision | undefined,
  records: Map<string, SourceRecord | null>,
  readAtMs: number,
): Settlement[] {
  if (decision?.kind !== "land") return [];
  const { outcome, reason, addressHash, notes } = decision;
  return [{ ...blankSettlement(row, records.get(row.recordId), readAtMs), outcome, reason, addressHash, notes }];
}
