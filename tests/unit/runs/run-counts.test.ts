import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANDED, type Landed } from "@/lib/runner/states";
import { runCounts } from "@/lib/use-cases/runs/run-counts";

const none = Object.fromEntries(LANDED.map((outcome) => [outcome, 0])) as Record<Landed, number>;
const count = fc.integer({ min: 0, max: 1_000_000 });
const landed = fc.record(Object.fromEntries(LANDED.map((outcome) => [outcome, count])) as Record<Landed, typeof count>);

describe("counts of a run", () => {
  it("add up, whatever the batches and the pending rows say", () => {
    fc.assert(
      fc.property(
        landed,
        fc.integer({ min: -5, max: 1_000_000 }),
        fc.integer({ min: -5, max: 2_000_000 }),
        (rows, leftOver, inDoubt) => {
          const { read, ...parts } = runCounts({ landed: rows, leftOver, inDoubt });
          expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(read);
          expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
          expect(Object.keys(parts).sort()).toEqual([...LANDED, "failed", "doubt"].sort());
          for (const outcome of LANDED) expect(parts[outcome]).toBe(rows[outcome]);
        },
      ),
    );
  });

  it("split what did not land into doubt and failed, and never count more doubts than records", () => {
    expect(runCounts({ landed: { ...none, delivered: 7 }, leftOver: 3, inDoubt: 1 })).toMatchObject({
      read: 10,
      delivered: 7,
      failed: 2,
      doubt: 1,
    });
    expect(runCounts({ landed: none, leftOver: 2, inDoubt: 9 })).toMatchObject({ read: 2, failed: 0, doubt: 2 });
  });
});
