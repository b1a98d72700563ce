import { describe, expect, it } from "vitest";
import { timelineOf } from "@/components/runs/timeline";
import { waitingOf } from "@/components/runs/waiting";
import { failure } from "@/lib/runner/failures";
import type { AttemptView, BatchView, WalkView } from "@/lib/use-cases/runs/run-view";
import { runView } from "./run-views";

const attempt = (number: number, nextAtMs: number | null, code: "destination.unavailable" | "source.unreadable") =>
  ({ number, failure: failure(code), startedAtMs: 0, endedAtMs: 40 + number, nextAtMs }) satisfies AttemptView;
const waiting = { state: "waiting", wakeAtMs: 90 } as const;

describe("why a run waits", () => {
  it("is the next attempt, counted from one", () => {
    const attempts = [attempt(1, 60, "destination.unavailable"), attempt(2, 90, "destination.unavailable")];
    expect(waitingOf(runView({ ...waiting, failedAttempts: 2, attempts }))).toEqual({
      key: "attempt",
      atMs: 90,
      attempt: 3,
      max: 5,
    });
  });

  it("is the second look at a read that did not pass its check", () => {
    const attempts = [attempt(1, 90, "source.unreadable")];
    expect(waitingOf(runView({ ...waiting, secondLook: true, attempts }))).toEqual({ key: "second_look", atMs: 90 });
  });

  it("is no attempt once a batch has landed since the last failure", () => {
    const attempts = [attempt(1, 60, "destination.unavailable")];
    expect(waitingOf(runView({ ...waiting, attempts }))).toEqual({ key: "later", atMs: 90 });
  });

  it("is its turn while another run of the sync is at work", () => {
    expect(waitingOf(runView({ ...waiting, workingRunId: "other" }))).toEqual({ key: "turn", atMs: 90 });
    const byHand = runView({ ...waiting, lane: "manual", workingRunId: "other" });
    expect(waitingOf(byHand)).toEqual({ key: "turn_by_hand", atMs: 90 });
  });

  it("is nothing for a run that does not wait", () => {
    expect(waitingOf(runView({ state: "running", wakeAtMs: 90 }))).toBeNull();
    expect(waitingOf(runView({ state: "succeeded", finishedAtMs: 9 }))).toBeNull();
  });
});

describe("the timeline", () => {
  it("tells everything once, in order, with ties in their natural order", () => {
    const walk = { id: "walk", startedAtMs: 1_000 } as WalkView;
    const batch = (number: number, openedAtMs: number) => ({ number, openedAtMs }) as BatchView;
    const events = timelineOf(
      runView({
        startedAtMs: 1_000,
        finishedAtMs: 3_000,
        cancelRequestedAtMs: 2_500,
        walks: [walk],
        batches: [batch(1, 1_500), batch(2, 2_000)],
        attempts: [{ ...attempt(1, 1_900, "destination.unavailable"), endedAtMs: 1_700 }],
      }),
    );
    expect(events.map((event) => event.id)).toEqual([
      ...["requested", "started", "walk", "batch-1", "attempt-1", "batch-2", "cancel", "finished"],
    ]);
  });

  it("calls the last attempt failed only where the run failed", () => {
    const attempts = [attempt(1, 60, "destination.unavailable"), attempt(2, null, "destination.unavailable")];
    const kinds = (state: "failed" | "cancelled") => timelineOf(runView({ state, attempts })).map(({ id }) => id);
    expect(kinds("failed")).toEqual(["attempt-1", "attempt-2", "requested"]);
    expect(kinds("cancelled")).toEqual(["attempt-1", "requested"]);
  });

  it("leaves out the attempt that ended the run well", () => {
    const events = timelineOf(runView({ attempts: [{ ...attempt(1, null, "source.unreadable"), failure: null }] }));
    expect(events.map((event) => event.kind)).toEqual(["requested"]);
  });
});
