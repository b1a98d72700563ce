import { isGraver, type Severity } from "./finding-kinds";

/*
 * The life of a finding, as a pure function. open ⇄ snoozed, open → acknowledged, any of them → resolved, which is the end: a fact that comes back is a new
 * finding. `lib/db/queries/{open,resolve,answer}-finding.ts` say the same in SQL, and tests/db/findings.test.ts plays both side by side.
 */

export const FINDING_STATES = ["open", "acknowledged", "resolved"] as const;
export type FindingState = (typeof FINDING_STATES)[number];

export interface Finding {
  state: FindingState;
  severity: Severity;
  /** Epoch ms; null when it is not snoozed. */
  snoozedUntilMs: number | null;
  /** When people are reminded next, epoch ms; null: never. */
  remindAtMs: number | null;
}

export type FindingEvent =
  /** The fact was seen, for the first time or again. */
  | { kind: "observed"; severity: Severity }
  /** The fact has ended. */
  | { kind: "cleared" }
  | { kind: "acknowledged" }
  | { kind: "snoozed"; untilMs: number }
  /** A person says that it is over. */
  | { kind: "resolved" }
  /** The minute's look whether a reminder is due. */
  | { kind: "ticked" };

/** Why people are told. `test` is not about a finding at all: it is a person's "send a test". */
export const OCCASIONS = ["opened", "raised", "reminder", "cleared", "test"] as const;
export type Occasion = (typeof OCCASIONS)[number];

export const REMIND_AFTER_MS = 86_400_000;

export interface FindingStep {
  /** Null while there is none, or none any more. */
  finding: Finding | null;
  /** What people are told; null: nothing. */
  notice: Exclude<Occasion, "test"> | null;
}

/**
 * @param now the open finding of this sync, kind and subject; null when none is open (a resolved one is none)
 * @param atMs epoch ms
 */
export function stepFinding(now: Finding | null, event: FindingEvent, atMs: number): FindingStep {
  if (now === null || now.state === "resolved")
    return event.kind === "observed" ? open(event.severity, atMs) : keep(null);
  switch (event.kind) {
    case "observed":
      return isGraver(event.severity, now.severity) ? raise(event.severity, atMs) : keep(now);
    case "cleared":
    case "resolved":
      return { finding: { ...now, state: "resolved", snoozedUntilMs: null, remindAtMs: null }, notice: "cleared" };
    case "acknowledged":
      return keep({ ...now, state: "acknowledged", snoozedUntilMs: null, remindAtMs: null });
    case "snoozed":
      return keep({ ...now, state: "open", snoozedUntilMs: event.untilMs, remindAtMs: event.untilMs });
    case "ticked":
      return remind(now, atMs);
    default:
      throw new Error(`Unknown event: ${JSON.stringify(event satisfies never)}`);
  }
}

const keep = (finding: Finding | null): FindingStep => ({ finding, notice: null });

const fresh = (severity: Severity, atMs: number): Finding => ({
  state: "open",
  severity,
  snoozedUntilMs: null,
  remindAtMs: atMs + REMIND_AFTER_MS,
});

const open = (severity: Severity, atMs: number): FindingStep => ({ finding: fresh(severity, atMs), notice: "opened" });

/** What has grown graver is news, also to who has acknowledged or snoozed it. */
const raise = (severity: Severity, atMs: number): FindingStep => ({ finding: fresh(severity, atMs), notice: "raised" });

function remind(now: Finding, atMs: number): FindingStep {
  if (now.remindAtMs === null || now.remindAtMs > atMs) return keep(now);
  return { finding: { ...now, snoozedUntilMs: null, remindAtMs: atMs + REMIND_AFTER_MS }, notice: "reminder" };
}
