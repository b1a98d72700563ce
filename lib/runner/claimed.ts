import type { IntendedWrite } from "./decision";
import type { PendingRow, Settlement } from "./delivery-port";

/** A write whose claim is in the ledger. */
export interface Claimed {
  row: PendingRow;
  write: IntendedWrite;
  ledgerId: string;
  key: string;
  /** Requests reserved for it. */
  calls: number;
  blank: Omit<Settlement, "outcome">;
}
