import type { SourceRecord } from "@/lib/rules/customer";
import { type Failure, failure } from "../failures";
import type { Sighting } from "../receipt-port";
import type { WitnessEvidence } from "./evidence";

/**
 * R4, witness: the newest applied records are alive by id. One that answers null is gone when an event says so; without one it is looked at again a day
 * later. When none of the witnesses is there and no event says why, it is the reading by id that cannot be believed.
 * @param others further known records read in the same request: one of them alive is enough to believe the reads
 */
export function judgeWitnesses(input: {
  newest: readonly Sighting[];
  records: ReadonlyMap<string, SourceRecord | null>;
  departed: ReadonlySet<string>;
  others: readonly string[];
}): { evidence: WitnessEvidence; failure: Failure | null } {
  const { newest, records, departed } = input;
  const alive = newest.filter(({ id }) => records.get(id) != null);
  const missing = newest.filter(({ id }) => records.get(id) == null);
  const vanished = missing.filter(({ id }) => !departed.has(id)).map(({ id }) => id);
  const evidence: WitnessEvidence = {
    asked: newest.length,
    alive: alive.length,
    departed: missing.length - vanished.length,
    vanished,
    newestMs: alive[0] ? (records.get(alive[0].id)?.updatedAtMs ?? null) : null,
  };
  const anyAlive = alive.length > 0 || input.others.some((id) => records.get(id) != null);
  const unbelievable = !anyAlive && vanished.length > 0 && vanished.length === missing.length;
  return { evidence, failure: unbelievable ? failure("source.unreadable", "R4:witnesses_null") : null };
}
