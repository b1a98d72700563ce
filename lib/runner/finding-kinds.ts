import { InvariantViolation } from "@/lib/kernel/errors";

export const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Every kind of finding, and how grave it is when it opens. People read `findings.kinds.<key>` for each, `key` being the kind with `_` for `.`: a test reads
 * this list and the messages together. A new kind begins here.
 */
const KINDS = {
  /** Token or permission is lost at either end: told at the first failed run. */
  "sync.access_lost": "critical",
  /** A read that failed its receipts, told at the second in a row. */
  "sync.unreadable": "warning",
  /** A list left out what by-id reads show to be there. */
  "sync.suspect_short": "critical",
  /** Counts and list disagree (R5), at the second run that shows it. */
  "sync.counts_disagree": "warning",
  /** The source's clock and ours are more than a minute apart. */
  "sync.clocks_apart": "warning",
  /** A record answers null by id and no event says why: looked at again a day later. */
  "sync.record_vanished": "warning",
  "sync.unusually_silent": "warning",
  /** Runs fail in a row; before it comes to a pause. */
  "sync.failing": "warning",
  "sync.paused": "critical",
  "sync.opt_outs_waiting": "critical",
  "sync.mass_change": "critical",
  /** No proven success for a day. */
  "sync.no_success": "critical",
  "sync.late": "warning",
  "sync.empty_runs": "warning",
  /** A run ended at a cap of its rule. */
  "sync.capped": "info",
  "sync.records_held": "warning",
  /** The app was removed from the shop: nothing can be read any more. */
  "connection.uninstalled": "critical",
  /** Shopify or Brevo cannot tell us of changes: they are found on schedule alone. */
  "connection.hooks_missing": "warning",
  /** A shopper asked for their data, through Shopify: the export is there to be handed on. */
  "privacy.data_request": "warning",
  /** A redaction could not be carried out yet, and its time runs out. */
  "privacy.late": "critical",
} as const satisfies Record<string, Severity>;

export type FindingKind = keyof typeof KINDS;
export const FINDING_KINDS = Object.keys(KINDS) as FindingKind[];

/** @returns how grave a finding of this kind is when it opens @throws InvariantViolation for a kind that is not listed */
export function severityOf(kind: string): Severity {
  if (!Object.hasOwn(KINDS, kind)) throw new InvariantViolation(`Unknown kind of finding: ${kind}`);
  return KINDS[kind as FindingKind];
}

/** Whether `one` is graver than `other`. */
export const isGraver = (one: Severity, other: Severity): boolean =>
  SEVERITIES.indexOf(one) > SEVERITIES.indexOf(other);
