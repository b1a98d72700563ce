import { describe, expect, it } from "vitest";
import { healthLook, isInView, lastRunOf, syncHealth } from "@/components/syncs/sync-health";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { RunState, SyncState } from "@/lib/runner/states";
import type { SyncLine } from "@/lib/use-cases/syncs/sync-view";

function syncOf(state: SyncState, runs: RunState[], more: Partial<SyncLine> = {}): SyncLine {
  return {
    ...{ id: "sync", name: "Customers", state, sourceName: null, destinationName: null, nextRunAtMs: null },
    ...{ scheduleOff: false, pausedAtMs: null, pauseCause: null, openFindings: 0 },
    totals: { delivered: 0, refused: 0, held: 0, doubt: 0 },
    runs: runs.map((run, n) => ({ id: `${n}`, state: run, lane: "scheduled", requestedAtMs: n, finishedAtMs: n })),
    ...more,
  };
}

describe("how a sync is", () => {
  it("says paused before running, and running before failing", () => {
    expect(syncHealth(syncOf("paused", ["failed", "running"]))).toBe("paused");
    expect(syncHealth(syncOf("active", ["failed", "waiting"]))).toBe("working");
    expect(syncHealth(syncOf("active", ["succeeded", "crashed"]))).toBe("failing");
    expect(syncHealth(syncOf("active", ["failed", "succeeded"]))).toBe("active");
    expect(syncHealth(syncOf("draft", []))).toBe("draft");
  });

  it("is not told by runs that are not counted", () => {
    expect(syncHealth(syncOf("active", ["failed", "collided", "cancelled", "capped", "stopped"]))).toBe("failing");
    expect(syncHealth(syncOf("active", ["succeeded", "collided"]))).toBe("active");
  });

  it("throws for a state that is not known", () => {
    expect(() => syncHealth(syncOf("asleep" as SyncState, []))).toThrow(InvariantViolation);
  });

  it("looks healthy for nothing but healthy", () => {
    const looks = (["draft", "paused", "working", "failing", "active"] as const).map((h) => healthLook(h).tone);
    expect(looks).toEqual(["neutral", "danger", "info", "warning", "success"]);
  });
});

describe("views of the list", () => {
  it("put under attention whoever is paused, failing, holds records or has a finding", () => {
    const attention = (sync: SyncLine) => isInView(sync, "attention");
    expect(attention(syncOf("active", ["succeeded"]))).toBe(false);
    expect(attention(syncOf("paused", []))).toBe(true);
    expect(attention(syncOf("active", ["failed"]))).toBe(true);
    expect(attention(syncOf("active", [], { openFindings: 1 }))).toBe(true);
    const totals = { delivered: 0, refused: 0, held: 1, doubt: 0 };
    expect(attention(syncOf("active", [], { totals }))).toBe(true);
  });

  it("put each sync into all, and into running or paused by its health", () => {
    const running = syncOf("active", ["running"]);
    expect([isInView(running, "all"), isInView(running, "running"), isInView(running, "paused")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isInView(syncOf("paused", []), "paused")).toBe(true);
  });
});

it("shows as last run the one at work, and a collision only when there is nothing else", () => {
  expect(lastRunOf(syncOf("active", ["succeeded", "running", "collided"]))?.state).toBe("running");
  expect(lastRunOf(syncOf("active", ["failed", "collided"]))?.state).toBe("failed");
  expect(lastRunOf(syncOf("active", ["collided"]))?.state).toBe("collided");
  expect(lastRunOf(syncOf("draft", []))).toBeNull();
});
