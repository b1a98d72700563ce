import type { GuardDecision, GuardFacts } from "./delivery-port";
import type { RunBrief } from "./lease-port";

/** A run of so few records is never held up. */
const NEVER_BELOW = 200;
const TIMES_USUAL = 10;

/** An approval covers twice the number that was shown: records go on changing while a person thinks. */
export const approvalCovers = (shown: number): number => 2 * shown;

/**
 * The mass-change guard of scheduled runs: many times more than usual waits for a person. A first run has no usual; the person who published it saw its
 * number in the preview. A manual run was asked for by a person.
 */
export function decideGuard(brief: Pick<RunBrief, "lane" | "kind" | "guardPassed">, facts: GuardFacts): GuardDecision {
  const follows = brief.kind === "ordinary" || brief.kind === "sweep";
  const concerned = brief.lane === "scheduled" && follows && !brief.guardPassed;
  // A run that nobody guards leaves what a person was shown to the one that waits.
  if (!concerned) return { kind: "pass", clears: false };
  if (facts.usual === null || facts.pending <= Math.max(NEVER_BELOW, TIMES_USUAL * facts.usual))
    return { kind: "pass", clears: true };
  if (facts.approved !== null && facts.pending <= facts.approved) return { kind: "pass", clears: true };
  return { kind: "wait", pending: facts.pending, usual: facts.usual };
}
