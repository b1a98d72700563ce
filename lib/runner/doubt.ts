import type { OpenClaim } from "./delivery-port";
import type { LookUpAnswer } from "./destination-port";
import type { Timing } from "./timing";

/*
 * A call whose answer was lost is in doubt, not failed. It is resolved by looking: read back after 5, 20 and 60 s; if what was sent is not there, it is sent
 * once more (through the gate, with what the source says now) and read back again; still nothing: it waits for the next run, then it is held. A call to an
 * address that the customer has left is not given up while it may land there: nobody would look at that address afterwards.
 */

export type AfterLook =
  | { kind: "applied"; destinationId: string }
  /** The look itself did not work; the doubt stays as it is. */
  | { kind: "unseen" }
  | { kind: "look_again"; checkAtMs: number; looks: number; doubtRuns: number }
  /** Take it as not applied: the claim is released and the record decided anew. */
  | { kind: "send_again"; doubtRuns: number }
  | { kind: "erased" }
  | { kind: "hold" };

/** Past the horizon within which a run waits for its doubts, so the next run looks. */
const NEXT_RUN_READ_BACKS = 5;

/** When a run stops waiting for doubts, counted from now. */
export const doubtHorizonMs = (timing: Timing): number => (timing.readBackMs.at(-1) ?? 0) * 2;

/** @param doubtRuns how often this record's read-backs have been used up so far */
export function afterLook(
  claim: OpenClaim,
  answer: LookUpAnswer,
  state: { doubtRuns: number; nowMs: number; moved: boolean },
  timing: Timing,
): AfterLook {
  if (answer.kind === "failed") return { kind: "unseen" };
  if (answer.kind === "found" && answer.matches) return { kind: "applied", destinationId: answer.destinationId };
  if (answer.kind === "absent" && claim.destinationId !== null) return { kind: "erased" };
  const looks = claim.looks + 1;
  const nextLookMs = timing.readBackMs[looks];
  if (nextLookMs !== undefined)
    return { kind: "look_again", checkAtMs: claim.claimedAtMs + nextLookMs, looks, doubtRuns: state.doubtRuns };
  const lateUntilMs = claim.claimedAtMs + (timing.recheckMs[0] ?? 0);
  if (state.moved && state.nowMs < lateUntilMs)
    return { kind: "look_again", checkAtMs: lateUntilMs, looks, doubtRuns: state.doubtRuns };
  if (state.doubtRuns === 0) return { kind: "send_again", doubtRuns: 1 };
  if (state.doubtRuns === 1)
    return {
      kind: "look_again",
      checkAtMs: state.nowMs + doubtHorizonMs(timing) * NEXT_RUN_READ_BACKS,
      looks,
      doubtRuns: 2,
    };
  return { kind: "hold" };
}
