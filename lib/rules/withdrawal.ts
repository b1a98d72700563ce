import { isOptOut } from "./consent";
import type { ContactPayload, Refusal } from "./payload";
import type { Rule } from "./schema";

/** Takes a contact off all of the rule's lists and changes nothing else. */
export function unlistPayload(rule: Pick<Rule, "lists">): ContactPayload {
  return { attributes: {}, listIds: [], unlinkListIds: rule.lists.map((list) => list.id) };
}

/**
 * What is sent for a refused person whom we wrote before: off the rule's lists and, when the person opted out and the rule says so, blocklisted.
 * The runner uses it as it is for reasons that only it knows (`suppressed`, `blocklisted`).
 */
export function withdrawalPayload(rule: Pick<Rule, "lists" | "consent">, reason: Refusal): ContactPayload {
  return blocksFor(rule, reason) ? { ...unlistPayload(rule), emailBlacklisted: true } : unlistPayload(rule);
}

/** Whether the rule carries this refusal to Brevo as a blocklisting. */
export function blocksFor(rule: Pick<Rule, "consent">, reason: Refusal): boolean {
  return isOptOut(reason) && rule.consent.onWithdrawal === "unlist_and_block";
}
