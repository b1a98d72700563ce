import { normaliseAddress } from "./address";
import { consentVerdict, isOptOut } from "./consent";
import type { SourceRecord } from "./customer";
import { passesFilter } from "./filter";
import { mapAttributes } from "./map-attributes";
import type { ContactPayload, Evaluation, EvaluationContext, Refusal } from "./payload";
import type { Rule } from "./schema";
import { blocksFor, unlistPayload, withdrawalPayload } from "./withdrawal";

/**
 * What the rule makes of a record, as the source says it now. Pure: equal input, equal answer.
 *
 * Order: consent and address, then filter. An opt-out wins over a bad address and over the filter, because a filtered record is only taken off its lists
 * while an opt-out may have to be blocklisted. Consent is asked for marketing lists alone: in a mixed rule a person without it goes to the other lists only,
 * and a rule without marketing lists asks only that there is an address and that the person has not been erased (REDACTED).
 */
export function evaluate(record: SourceRecord, context: EvaluationContext): Evaluation {
  const { rule } = context;
  const address = record.email === null ? null : normaliseAddress(record.email.address);
  const barrier = marketingBarrier(record, context);
  const stop = stopReason(record, address, barrier, rule);
  if (stop !== null) return refusal(rule, stop, address);
  if (address === null) return refusal(rule, "invalid_address", null);
  if (!passesFilter(record, rule.filter, context.timeZone)) {
    const optedOut = barrier !== null && hasMarketing(rule) && isOptOut(barrier);
    return optedOut ? refusal(rule, barrier, address) : { kind: "filter", address, unlist: unlistPayload(rule) };
  }
  const { attributes, omissions } = mapAttributes(record, context);
  return { kind: "deliver", address, payload: { attributes, ...placement(rule, barrier) }, omissions };
}

/** Why the person must not go on a marketing list; null: they may. Of two reasons the stronger counts: erased, then opted out, then merely unproved. */
function marketingBarrier(record: SourceRecord, context: EvaluationContext): Refusal | null {
  const verdict = consentVerdict(record.email, context.rule.consent, context.nowMs);
  const reasons = [verdict.pass ? null : verdict.reason, context.barred ?? null].filter((reason) => reason !== null);
  return reasons.find((reason) => reason === "redacted") ?? reasons.find(isOptOut) ?? reasons[0] ?? null;
}

/** Why nothing at all may be written for this person under this rule, or null. */
function stopReason(record: SourceRecord, address: string | null, barrier: Refusal | null, rule: Rule): Refusal | null {
  if (barrier === "redacted") return barrier;
  const marketingBarrier = hasMarketing(rule) ? barrier : null;
  if (address === null) {
    if (marketingBarrier !== null && isOptOut(marketingBarrier)) return marketingBarrier;
    return record.email === null ? "no_address" : "invalid_address";
  }
  return rule.lists.every((list) => list.marketing) ? barrier : null;
}

function hasMarketing(rule: Rule): boolean {
  return rule.lists.some((list) => list.marketing);
}

function refusal(rule: Rule, reason: Refusal, address: string | null): Evaluation {
  return { kind: "refuse", reason, address, withdrawal: withdrawalPayload(rule, reason) };
}

/** On which lists the person goes and off which they come. */
function placement(rule: Rule, barrier: Refusal | null): Omit<ContactPayload, "attributes"> {
  const marketing = rule.lists.filter((list) => list.marketing).map((list) => list.id);
  const others = rule.lists.filter((list) => !list.marketing).map((list) => list.id);
  if (barrier === null) return { listIds: rule.lists.map((list) => list.id), unlinkListIds: [] };
  const blocks = marketing.length > 0 && blocksFor(rule, barrier);
  return { listIds: others, unlinkListIds: marketing, ...(blocks && { emailBlacklisted: true as const }) };
}
