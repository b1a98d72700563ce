import type { Walk } from "../reading-ports";
import type { Suspect } from "./contradictions";

/**
 * R7, webhooks: ids that verified webhooks named before the walk began, and that it did not meet, are suspects. A webhook can contradict a walk and never
 * confirm it: whether the record belongs into the span, the read by id says. A first walk by id is served by the index, which may not have it yet.
 */
export const suspectsOfWebhooks = (walk: Pick<Walk, "kind">, named: readonly string[]): Suspect[] =>
  walk.kind === "updated" ? named.map((id) => ({ id, receipt: "R7" })) : [];
