import type { MemoryPending, MemoryRun } from "../../support/world/memory-state";
import type { SimulatedWorld } from "../world";
import type { Dump } from "./dump";

const LANES = ["scheduled", "manual"] as const;

/** All that is stored, as the stores in memory have it. */
export function dumpMemory({ state }: SimulatedWorld): Dump {
  return {
    sync: {
      ...{ state: state.sync.state, livePublicationId: state.sync.livePublicationId },
      ...{ guardShown: state.sync.guardShown, guardApproved: state.sync.guardApproved },
    },
    lease: { ...state.lease },
    bookmarks: Object.fromEntries(LANES.map((lane) => [lane, state.bookmark(lane)])),
    runs: Object.fromEntries([...state.runs.values()].map((run) => [run.brief.runId, runOf(run)])),
    walks: Object.fromEntries(state.walks.map(({ id, verdict: _judged, ...walk }) => [id, walk])),
    reading: { ...state.reading },
    contradictions: Object.fromEntries(
      LANES.flatMap((lane) => [...state.contradictions(lane).values()].map((one) => [`${lane}/${one.id}`, { ...one }])),
    ),
    batches: state.batches.map((batch) => ({ runId: batch.runId, ...batch.counts, returned: batch.returned })),
    pending: Object.fromEntries(
      LANES.flatMap((lane) =>
        [...state.queue(lane).values()].map((row) => [`${lane}/${row.recordId}`, queuedRow(row)]),
      ),
    ),
    rows: Object.fromEntries([...state.rows.values()].map(({ optedOut: _derived, ...row }) => [row.recordId, row])),
    ledger: [...state.ledger.values()].map(({ ledgerId: _id, syncId: _sync, sent, ...row }) => ({
      ...row,
      sealed: sent !== null,
      checkAtMs: state.open.has(_id) ? row.checkAtMs : null,
    })),
    tombstones: [...state.tombstones],
  };
}

const queuedRow = ({ queuedAtMs: _queued, ...row }: MemoryPending): Record<string, unknown> => row;

function runOf({ brief, ...run }: MemoryRun): Record<string, unknown> {
  const { lane, kind, state, failedAttempts, secondLook, hasWorked, used, startedAtMs, guardPassed, driver } = brief;
  return {
    ...{ lane, kind, state, failedAttempts, secondLook, hasWorked, used, startedAtMs, guardPassed, driver },
    ...{ failure: run.failure, verdict: run.verdict, finishedAtMs: run.finishedAtMs, wakeAtMs: run.wakeAtMs },
    ...{ failures: run.attempts, counts: run.counts },
  };
}
