import { type Failure, failure } from "../failures";
import type { ReadEvidence, WalkKind } from "../reading-ports";

/** What is known when a walk has ended. R1 was taken page by page by the source: a page that failed it never got here. */
export interface WalkEnding {
  kind: WalkKind;
  ending: ReadEvidence["ending"];
  rows: number;
  /** Of the known records that the list should have shown and did not: how many are alive by id. */
  missedAlive: number;
  /** Whether any record of this sync was ever known. */
  anyKnown: boolean;
  /** The exact unfiltered total, asked for at the end of a walk by id, and when nothing was read and nothing is known. */
  exactTotal: number | null;
}

/**
 * R3, continuity: the walk met a record that we know at or below its floor, or the list's end; the end counts only if no known living record is missing.
 * An empty list while records are known is no quiet day, and an empty list from the first read on needs an exact total of 0. A walk by id, which may be the
 * first read of all and then has no witness, must have met as many as are counted, but for those that came while it walked.
 * @returns why the read proves nothing; null if it does
 */
export function judgeContinuity(walk: WalkEnding): Failure | null {
  if (walk.ending !== "end_of_list") return null;
  if (walk.missedAlive > 0) return failure("source.unreadable", "R3:known_record_missing");
  if (walk.rows === 0 && !walk.anyKnown && walk.exactTotal !== 0)
    return failure("source.unreadable", "R3:empty_without_proof");
  if (walk.kind === "id" && isFarBelow(walk.rows, walk.exactTotal))
    return failure("source.unreadable", "R3:fewer_than_counted");
  return null;
}

/** List and count come from one index, so that only what came between the last page and the count may be missing: one, and one in a thousand. */
const isFarBelow = (rows: number, exactTotal: number | null): boolean =>
  exactTotal !== null && exactTotal - rows > 1 + exactTotal / 1000;
