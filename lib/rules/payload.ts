import type { Rule } from "./schema";

export type AttributeValue = string | number | boolean | string[];

/**
 * What one record becomes in Brevo: the managed part only. `false` for a blocklist flag does not exist in this type, so an opt-out cannot be undone.
 * An empty attribute is written as "" (Brevo clears a value that way; null is not in its schema).
 */
export interface ContactPayload {
  attributes: Record<string, AttributeValue>;
  listIds: number[];
  unlinkListIds: number[];
  emailBlacklisted?: true;
}

export const REFUSALS = [
  "no_address",
  "invalid_address",
  "not_subscribed",
  "pending",
  "unsubscribed",
  "invalid",
  "redacted",
  "consent_unknown",
  "no_consent_time",
  "consent_in_future",
  "opt_in_level_unknown",
  "opt_in_level_not_allowed",
  "suppressed",
  "blocklisted",
] as const;
/** Why the consent gate refused; shown to merchants in their language. */
export type Refusal = (typeof REFUSALS)[number];

/** A value that was left out of a payload, and why. Part of the preview and of the record row's note; names fields, never values. */
export interface Omission {
  attribute: string;
  why:
    | "phone_does_not_parse"
    | "phone_without_consent"
    | "not_a_number"
    | "not_a_date"
    | "not_a_boolean"
    | "not_an_option";
}

/** What the rule makes of a record as the source says it now. */
export type Evaluation =
  | { kind: "deliver"; address: string; payload: ContactPayload; omissions: Omission[] }
  /** The person may not be written. If we ever wrote them, `withdrawal` is what takes them off the lists. */
  | { kind: "refuse"; reason: Refusal; address: string | null; withdrawal: ContactPayload }
  | { kind: "filter"; address: string | null; unlist: ContactPayload };

export interface EvaluationContext {
  rule: Rule;
  timeZone: string;
  /** The instant against which consent times are judged, epoch ms. */
  nowMs: number;
  /**
   * A reason from outside the record why this address must not go on marketing lists: a suppression, a blocklisting, or the opt-out of another customer
   * who has the same address. Absent or null: none is known.
   */
  barred?: Refusal | null;
}
