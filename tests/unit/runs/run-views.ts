import { runCounts } from "@/lib/use-cases/runs/run-counts";
import type { RunView } from "@/lib/use-cases/runs/run-view";

const nothing = { delivered: 0, unchanged: 0, refused: 0, filtered: 0, superseded: 0, gone: 0, held: 0 };

/** A run of which nothing is known but that it was asked for. */
export function runView(more: Partial<RunView> = {}): RunView {
  const usage = { used: 0, cap: 100 };
  return {
    ...{
      id: "run",
      lane: "scheduled",
      kind: "ordinary",
      state: "queued",
      requestedBy: "schedule",
      requestedByName: null,
    },
    ...{ requestedAtMs: 1_000, startedAtMs: null, finishedAtMs: null, failure: null, verdict: null },
    counts: runCounts({ landed: nothing, leftOver: 0, inDoubt: 0 }),
    ...{ syncId: "sync", syncName: "Customers", syncState: "active", publicationNumber: 1, digest: "0".repeat(64) },
    ...{ wakeAtMs: null, failedAttempts: 0, attemptsMax: 5, secondLook: false, fromMs: null },
    ...{
      resend: false,
      cancelRequestedAtMs: null,
      usage: { calls: usage, created: usage, written: usage },
      backlog: 0,
    },
    ...{ walks: [], attempts: [], batches: [], batchesTotal: 0, reasons: [], workingRunId: null, massChange: null },
    ...more,
  };
}
