import type { Failure } from "./failures";
import type { ReadEvidence } from "./reading-ports";
import type { Contradicted } from "./receipts/contradictions";
import type { ReadVerdict } from "./states";

/*
 * RULE 5. Silence is a finding. Every read ends with a verdict; an empty or short one must carry evidence. A failed read is unreadable, never quiet.
 */

export type Judgement =
  | { kind: "proven"; verdict: Extract<ReadVerdict, "healthy" | "proven_quiet"> }
  /** What is known is delivered, the bookmark stays below the gap, the run fails. */
  | { kind: "short"; ids: string[] }
  /** Something is missing for the first time: nothing is sent, and it is looked at again a minute later. */
  | { kind: "look_again" }
  /** UNREADABLE: nothing of this walk is sent, the bookmark stays. */
  | { kind: "unproven"; failure: Failure; failedReceipts: ReadEvidence["failedReceipts"] };

/** What the receipts of a complete walk say. Counts (R5) alone never fail a read, and are not asked here. */
export interface ReceiptsTaken {
  /** R2, R3 and R4's reading by id, each with why it failed; null: green. */
  scope: Failure | null;
  continuity: Failure | null;
  witness: Failure | null;
  contradicted: Contradicted;
  /** Rows that became pending. */
  queued: number;
}

/** The verdict of a read: R2, R3 or unbelievable reads by id make it UNREADABLE; R4, R6 or R7, confirmed by id in two looks, SUSPECT SHORT. */
export function judgeRead(taken: ReceiptsTaken): Judgement {
  if (taken.scope) return { kind: "unproven", failure: taken.scope, failedReceipts: ["R2"] };
  if (taken.continuity) return { kind: "unproven", failure: taken.continuity, failedReceipts: ["R3"] };
  if (taken.witness) return { kind: "unproven", failure: taken.witness, failedReceipts: ["R4"] };
  const { contradicted } = taken;
  if (contradicted.kind === "short") return { kind: "short", ids: contradicted.ids };
  if (contradicted.kind === "look_again") return { kind: "look_again" };
  return { kind: "proven", verdict: taken.queued > 0 ? "healthy" : "proven_quiet" };
}
