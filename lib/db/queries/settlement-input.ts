import type { Settlement } from "@/lib/runner/delivery-port";
import { LANDED } from "@/lib/runner/states";

/** A settlement as one flat JSON object, for `jsonb_to_recordset`. */
export function flatten(settlement: Settlement) {
  const { ledger, applied, ...rest } = settlement;
  return {
    ...rest,
    landed: (LANDED as readonly string[]).includes(settlement.outcome),
    ledgerId: ledger?.id ?? null,
    ledgerTo: ledger?.to ?? null,
    errorCode: ledger?.errorCode ?? null,
    appliedDigest: applied?.digest ?? null,
    sequence: applied?.sequence ?? null,
    destinationId: applied?.destinationId ?? null,
    created: applied?.created ?? null,
    listed: applied?.listed ?? null,
    lateId: settlement.landedLate?.destinationId ?? null,
  };
}

export type FlatSettlement = ReturnType<typeof flatten>;
