import type { SourceRecord } from "@/lib/rules/customer";
import type { ContactPayload, Evaluation } from "@/lib/rules/payload";
import type { ChunkFacts, OpenClaim, PendingRow, RecordRow } from "./delivery-port";
import type { WriteTarget } from "./destination-port";
import type { Landed } from "./states";

/** A write that the chunk is to claim and send. */
export interface IntendedWrite {
  kind: "write";
  target: WriteTarget;
  payload: ContactPayload;
  /** Address under which the record is (to be) known, normalised; kept sealed beside the claim. */
  address: string;
  addressHash: string;
  digest: string;
  sequence: number;
  /** How the record lands once the write is applied. */
  lands: { outcome: Landed; reason: string | null };
  /** Whether the contact is on the rule's lists afterwards. */
  lists: boolean;
  /** Takes someone off; outside caps. */
  withdrawal: boolean;
  /** Only the first half of what the record needs (its old address is left): once applied it is decided again at once. */
  decidesAgain: boolean;
  requeueHashes: string[];
  notes: string[];
}

export interface Landing {
  kind: "land";
  outcome: Landed;
  reason: string | null;
  addressHash: string | null;
  requeueHashes: string[];
  notes: string[];
}

export type Decision =
  | Landing
  | IntendedWrite
  /** `sameAsBefore`: what was sent is what had been applied before, so that finding it there proves nothing. `standsAt`: the address that the customer has now. `stillDue`: the same would be sent now. */
  | {
      kind: "look_up";
      claim: OpenClaim;
      sameAsBefore: boolean;
      standsAt: string | null;
      stillDue: boolean;
      requeueHashes: string[];
    }
  /** Its old address is to be left, but a call to it that was given up may still be on its way: decided again then. */
  | { kind: "wait"; untilMs: number }
  /** Nothing to write, but a call that was given up might have landed since: see what stands there. */
  | { kind: "verify"; landing: Landing; target: WriteTarget; payload: ContactPayload };

/** What is known about one record when it is decided. */
export interface DecisionInput {
  pending: PendingRow;
  record: SourceRecord | null;
  evaluation: Evaluation | null;
  row: RecordRow | undefined;
  claim: OpenClaim | undefined;
  facts: Pick<ChunkFacts, "owners" | "tombstoned">;
  hash: (address: string) => string;
  rule: { onDeleted: "unlist" | "leave"; unlist: ContactPayload };
  /** Whether the customer's own consent is withdrawn as of this read. */
  optedOut: boolean;
  resend: boolean;
  /** It answers null by id, and nothing says that it was deleted: it may be the answer that is wrong. */
  vanished: boolean;
  nowMs: number;
  /** How long a call that was given up may take to land, within minutes. */
  lateMs: number;
}
