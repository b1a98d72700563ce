import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvariantViolation } from "@/lib/kernel/errors";
import { type Finding, type FindingEvent, REMIND_AFTER_MS, stepFinding } from "@/lib/runner/finding";
import { FINDING_KINDS, SEVERITIES, severityOf } from "@/lib/runner/finding-kinds";

const NOW = 1_800_000_000_000;
const OPEN: Finding = { state: "open", severity: "warning", snoozedUntilMs: null, remindAtMs: NOW + REMIND_AFTER_MS };
const SNOOZED: Finding = { ...OPEN, snoozedUntilMs: NOW + 5, remindAtMs: NOW + 5 };
const ACKNOWLEDGED: Finding = { ...OPEN, state: "acknowledged", remindAtMs: null };
const RESOLVED: Finding = { ...OPEN, state: "resolved", remindAtMs: null };
const DUE: Finding = { ...OPEN, remindAtMs: NOW };

const graver: FindingEvent = { kind: "observed", severity: "critical" };
const again: FindingEvent = { kind: "observed", severity: "warning" };
const milder: FindingEvent = { kind: "observed", severity: "info" };
const cleared: FindingEvent = { kind: "cleared" };
const acknowledged: FindingEvent = { kind: "acknowledged" };
const snoozed: FindingEvent = { kind: "snoozed", untilMs: NOW + 5 };
const resolved: FindingEvent = { kind: "resolved" };
const ticked: FindingEvent = { kind: "ticked" };
const RAISED: Finding = { ...OPEN, severity: "critical" };

/** Every state × every event: what it becomes, and what people are told. */
const table: [string, Finding | null, FindingEvent, Finding | null, string | null][] = [
  ["none, observed", null, again, OPEN, "opened"],
  ["none, cleared", null, cleared, null, null],
  ["none, acknowledged", null, acknowledged, null, null],
  ["none, snoozed", null, snoozed, null, null],
  ["none, resolved", null, resolved, null, null],
  ["none, ticked", null, ticked, null, null],
  ["open, observed again", OPEN, again, OPEN, null],
  ["open, observed milder", OPEN, milder, OPEN, null],
  ["open, observed graver", OPEN, graver, RAISED, "raised"],
  ["open, cleared", OPEN, cleared, RESOLVED, "cleared"],
  ["open, acknowledged", OPEN, acknowledged, ACKNOWLEDGED, null],
  ["open, snoozed", OPEN, snoozed, SNOOZED, null],
  ["open, resolved by a person", OPEN, resolved, RESOLVED, "cleared"],
  ["open, ticked before its day is over", OPEN, ticked, OPEN, null],
  ["open, ticked when it is", DUE, ticked, OPEN, "reminder"],
  ["snoozed, observed again", SNOOZED, again, SNOOZED, null],
  ["snoozed, observed graver", SNOOZED, graver, RAISED, "raised"],
  ["snoozed, cleared", SNOOZED, cleared, RESOLVED, "cleared"],
  ["snoozed, acknowledged", SNOOZED, acknowledged, ACKNOWLEDGED, null],
  ["snoozed, ticked", SNOOZED, ticked, SNOOZED, null],
  [
    "snoozed, ticked when the snooze is over",
    { ...SNOOZED, snoozedUntilMs: NOW, remindAtMs: NOW },
    ticked,
    OPEN,
    "reminder",
  ],
  ["acknowledged, observed again", ACKNOWLEDGED, again, ACKNOWLEDGED, null],
  ["acknowledged, observed graver", ACKNOWLEDGED, graver, RAISED, "raised"],
  ["acknowledged, cleared", ACKNOWLEDGED, cleared, RESOLVED, "cleared"],
  ["acknowledged, snoozed", ACKNOWLEDGED, snoozed, SNOOZED, null],
  ["acknowledged, ticked", ACKNOWLEDGED, ticked, ACKNOWLEDGED, null],
  ["resolved, observed: a new one", RESOLVED, again, OPEN, "opened"],
  ["resolved, cleared", RESOLVED, cleared, null, null],
  ["resolved, acknowledged", RESOLVED, acknowledged, null, null],
  ["resolved, ticked", RESOLVED, ticked, null, null],
];

describe("the life of a finding", () => {
  test.each(table)("%s", (_name, before, event, finding, notice) => {
    expect(stepFinding(before, event, NOW)).toEqual({ finding, notice });
  });

  test("however often a fact is seen, people are told once, once more for each rise, and once when it ends", () => {
    const seen = fc.array(fc.constantFrom(...SEVERITIES), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(seen, (severities) => {
        let finding: Finding | null = null;
        const told: string[] = [];
        const events: FindingEvent[] = [
          ...severities.map((severity) => ({ kind: "observed" as const, severity })),
          cleared,
        ];
        for (const event of events) {
          const step = stepFinding(finding, event, NOW);
          finding = step.finding;
          if (step.notice) told.push(step.notice);
        }
        expect(told[0]).toBe("opened");
        expect(told.at(-1)).toBe("cleared");
        expect(told.length).toBeLessThanOrEqual(4);
        expect(told.slice(1, -1).every((notice) => notice === "raised")).toBe(true);
      }),
    );
  });

  test("one reminder a day while open, however often it ticks", () => {
    let finding = stepFinding(null, again, NOW).finding;
    let reminders = 0;
    for (let minute = 1; minute <= 3 * 24 * 60; minute++) {
      const step = stepFinding(finding, ticked, NOW + minute * 60_000);
      finding = step.finding;
      if (step.notice === "reminder") reminders++;
    }
    expect(reminders).toBe(3);
  });

  test("a kind that nobody listed throws, also one that objects inherit", () => {
    for (const kind of ["sync.unheard_of", "", "toString", "__proto__"])
      expect(() => severityOf(kind)).toThrow(InvariantViolation);
    for (const kind of FINDING_KINDS) expect(SEVERITIES).toContain(severityOf(kind));
  });
});
