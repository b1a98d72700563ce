import type { Walk } from "../reading-ports";
import type { CountMemory } from "../receipt-port";
import { type Judgement, judgeRead } from "../silence";
import { type Contradicted, judgeContradictions } from "./contradictions";
import type { CrossEvidence, ReceiptEvidence } from "./evidence";
import { judgeScope } from "./r2-scope";
import { judgeContinuity, type WalkEnding } from "./r3-continuity";
import { judgeWitnesses } from "./r4-witness";
import { judgeCount } from "./r5-count";
import type { Taken } from "./take-receipts";

/** What all receipts of a walk together say, and what they leave behind. */
export interface Weighed {
  judgement: Judgement;
  evidence: ReceiptEvidence;
  count: CountMemory;
  /** R5: two reads in a row show more records than are known. */
  countDiffers: boolean;
}

/**
 * Holds everything that was asked for a walk against the rules of each receipt. Pure.
 * @param at.secondLook whether the run has looked once already and is looking again
 */
export function weighReceipts(
  walk: Walk,
  taken: Taken,
  proof: Omit<WalkEnding, "kind" | "rows">,
  at: { nowMs: number; secondLook: boolean; secondLookMs: number },
): Weighed {
  const { facts, records } = taken;
  const contradicted = judgeContradictions(taken.found, facts.open, at);
  const addressed = facts.addressed.map((id) => records.get(id) ?? null);
  const scope = judgeScope(taken.access, addressed);
  const witness = judgeWitnesses({ ...facts, records, departed: taken.departed, others: facts.addressed });
  const count = judgeCount(facts.count, {
    ...{ before: walk.totalBefore, after: taken.totalAfter, known: facts.known },
    wholeList: walk.kind === "id",
  });
  const continuity = judgeContinuity({ ...proof, kind: walk.kind, rows: walk.rows });
  const judgement = judgeRead({
    ...{ scope: scope.failure, continuity, witness: witness.failure, contradicted, queued: walk.queued },
  });
  const evidence: ReceiptEvidence = {
    ...{ scope: scope.evidence, witness: witness.evidence, count: count.evidence, index: taken.index },
    ...{ named: facts.named.length, contradictions: crossEvidence(taken, contradicted) },
    clocksApartMs: taken.serverTimeMs === null ? null : at.nowMs - taken.serverTimeMs,
  };
  return { judgement, evidence, count: count.memory, countDiffers: count.differs };
}

/** At most so many ids are shown of each. */
export const SHOWN_IDS = 10;

function crossEvidence({ found }: Taken, contradicted: Contradicted): CrossEvidence[] {
  const confirmed = new Set(contradicted.kind === "short" ? contradicted.ids : []);
  return (["R4", "R6", "R7"] as const).flatMap((receipt) => {
    const ids = found.filter(({ receipts }) => receipts.includes(receipt)).map(({ id }) => id);
    if (ids.length === 0) return [];
    const isConfirmed = ids.some((id) => confirmed.has(id));
    return [{ receipt, count: ids.length, ids: ids.slice(0, SHOWN_IDS), confirmed: isConfirmed }];
  });
}
