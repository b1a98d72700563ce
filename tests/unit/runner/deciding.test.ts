import { describe, expect, test } from "vitest";
import { afterFailure, streakDecision } from "@/lib/runner/attempts";
import { isSystemic, minutesSpent } from "@/lib/runner/budget";
import type { OpenClaim } from "@/lib/runner/delivery-port";
import type { LookUpAnswer } from "@/lib/runner/destination-port";
import { afterLook } from "@/lib/runner/doubt";
import { failure } from "@/lib/runner/failures";
import { approvalCovers, decideGuard } from "@/lib/runner/guard";
import type { FinishedRun } from "@/lib/runner/lease-port";
import { TIMING } from "@/lib/runner/timing";

const NOW = 10_000_000;
const fresh = { failedAttempts: 0, secondLook: false, nowMs: NOW };

describe("after a failed attempt", () => {
  const outage = failure("source.unavailable", "503");

  test("what passes waits 60, 120, 240, 480 s, and the fifth failure ends the run", () => {
    const waits = [0, 1, 2, 3].map((failedAttempts) => afterFailure(outage, { ...fresh, failedAttempts }, TIMING));
    expect(waits).toEqual(
      [60, 120, 240, 480].map((s, n) => ({ kind: "retry", wakeAtMs: NOW + s * 1000, failedAttempts: n + 1 })),
    );
    expect(afterFailure(outage, { ...fresh, failedAttempts: 4 }, TIMING)).toEqual({ kind: "give_up" });
  });

  test("the other side's own waiting time wins when it is longer", () => {
    const throttled = failure("destination.throttled", "429", NOW + 90_000);
    expect(afterFailure(throttled, fresh, TIMING)).toMatchObject({ wakeAtMs: NOW + 90_000 });
    expect(afterFailure(throttled, { ...fresh, failedAttempts: 1 }, TIMING)).toMatchObject({ wakeAtMs: NOW + 120_000 });
  });

  test("what a person must mend is never retried", () => {
    expect(afterFailure(failure("source.credential", "401"), fresh, TIMING)).toEqual({ kind: "give_up" });
  });

  test("a read that failed its receipts is taken again once, which is no attempt; then it counts", () => {
    const unreadable = failure("source.unreadable", "R3");
    expect(afterFailure(unreadable, fresh, TIMING)).toEqual({ kind: "look_again", wakeAtMs: NOW + 60_000 });
    expect(afterFailure(unreadable, { ...fresh, secondLook: true }, TIMING)).toMatchObject({ kind: "retry" });
  });
});

describe("the streak", () => {
  const ran = (state: FinishedRun["state"], outage = true): FinishedRun => ({
    runId: `${state}-${outage}`,
    state,
    kind: "ordinary",
    failure: state === "succeeded" ? null : failure(outage ? "source.unavailable" : "source.credential"),
  });
  const failed = (count: number) => Array.from({ length: count }, () => ran("failed"));

  test("the threshold pauses, one below does not, three warn", () => {
    expect(streakDecision(failed(5), 5)).toMatchObject({ kind: "pause", outageOnly: true });
    expect(streakDecision(failed(4), 5)).toBeNull();
    expect(streakDecision(failed(3), 5)).toMatchObject({ kind: "warn", failures: 3 });
    expect(streakDecision([...failed(1), ran("crashed"), ...failed(3)], 5)).toMatchObject({ kind: "pause" });
  });

  test("a pause names the runs of its threshold, newest first, and no older one; one without a stored failure is a crash", () => {
    const runs = failed(6).map((run, n) => ({ ...run, runId: `run-${n}` }));
    expect(streakDecision(runs, 5)).toMatchObject({ runIds: ["run-0", "run-1", "run-2", "run-3", "run-4"] });
    const silent = runs.slice(0, 5).map((run) => ({ ...run, failure: null }));
    expect(streakDecision(silent, 5)).toMatchObject({ cause: { code: "run.crashed" }, outageOnly: false });
  });

  test("one success in between begins it anew", () => {
    expect(streakDecision([...failed(2), ran("succeeded"), ...failed(4)], 5)).toBeNull();
  });

  test("it is an outage only if every failure of it was one", () => {
    expect(streakDecision([...failed(4), ran("failed", false)], 5)).toMatchObject({ outageOnly: false });
  });
});

test("a run's minutes are spent in the very moment that they are over, and not before it has begun", () => {
  const caps = { calls: 1, created: 1, written: 1, minutes: 2 };
  expect([minutesSpent(caps, NOW, NOW + 119_999), minutesSpent(caps, NOW, NOW + 120_000)]).toEqual([false, true]);
  expect(minutesSpent(caps, null, NOW)).toBe(false);
});

test("refusals are systemic from 20 and over 5 %, or ten of one kind in a row", () => {
  const of = (held: number, delivered: number, times = 0) =>
    isSystemic({ held, delivered, inARow: times ? { code: "x", times } : null });
  expect([of(19, 0), of(20, 0), of(20, 380), of(21, 379)]).toEqual([false, true, false, true]);
  expect([of(9, 0, 9), of(10, 0, 10)]).toEqual([false, true]);
});

describe("the mass-change guard", () => {
  const scheduled = { lane: "scheduled", kind: "ordinary", guardPassed: false } as const;
  const decide = (pending: number, more: { usual?: number | null; approved?: number | null } = {}) =>
    decideGuard(scheduled, { pending, usual: 30, approved: null, ...more }).kind;

  test("ten times the usual and 200 pass, one more waits; a first run has no usual", () => {
    expect([decide(300), decide(301)]).toEqual(["pass", "wait"]);
    expect([decide(200, { usual: 0 }), decide(201, { usual: 0 })]).toEqual(["pass", "wait"]);
    expect(decide(100_000, { usual: null })).toBe("pass");
    // An approval that was not needed in the end is not kept for another day.
    expect(decideGuard(scheduled, { pending: 5, usual: 30, approved: 800 })).toEqual({ kind: "pass", clears: true });
  });

  test("an approval covers twice the number that was shown, and is used up", () => {
    const approved = approvalCovers(400);
    expect([decide(800, { approved }), decide(801, { approved })]).toEqual(["pass", "wait"]);
    expect(decideGuard(scheduled, { pending: 800, usual: 30, approved })).toMatchObject({ clears: true });
  });

  test("runs that a person asked for, other kinds, and one that has passed are not asked", () => {
    const facts = { pending: 9000, usual: 1, approved: null };
    for (const one of [{ lane: "manual" }, { kind: "opt_out" }, { guardPassed: true }] as const)
      expect(decideGuard({ ...scheduled, ...one }, facts)).toEqual({ kind: "pass", clears: false });
  });
});

describe("after a look at a call in doubt", () => {
  const claim = { claimedAtMs: NOW, looks: 0, destinationId: null } as OpenClaim;
  const absent = { kind: "absent" } as const;
  const look = (looks: number, doubtRuns: number, answer: LookUpAnswer = absent, destinationId: string | null = null) =>
    afterLook({ ...claim, looks, destinationId }, answer, { doubtRuns, nowMs: NOW + 60_000, moved: false }, TIMING);

  test("it is read back 5, 20 and 60 s after the call, then sent once more, then left to the next run, then held", () => {
    expect(TIMING.readBackMs).toEqual([5000, 20_000, 60_000]);
    expect(look(0, 0)).toMatchObject({ kind: "look_again", checkAtMs: NOW + 20_000, looks: 1, doubtRuns: 0 });
    expect(look(1, 0)).toMatchObject({ kind: "look_again", checkAtMs: NOW + 60_000, looks: 2 });
    expect(look(2, 0)).toEqual({ kind: "send_again", doubtRuns: 1 });
    expect(look(2, 1)).toMatchObject({ kind: "look_again", doubtRuns: 2 });
    expect(look(3, 2)).toEqual({ kind: "hold" });
  });

  test("what stands there as it was sent has landed; a contact of ours that is gone was erased", () => {
    const found = { kind: "found", destinationId: "7", blocklisted: false } as const;
    expect(look(0, 0, { ...found, matches: true })).toEqual({ kind: "applied", destinationId: "7" });
    expect(look(0, 0, { ...found, matches: false })).toMatchObject({ kind: "look_again" });
    expect(look(0, 0, absent, "7")).toEqual({ kind: "erased" });
  });

  test("a call to an address that the customer has left is not given up while it may land", () => {
    const lookAfter = (ms: number) =>
      afterLook({ ...claim, looks: 2 }, absent, { doubtRuns: 0, nowMs: NOW + ms, moved: true }, TIMING);
    expect(lookAfter(60_000)).toMatchObject({ kind: "look_again", checkAtMs: NOW + 120_000, doubtRuns: 0 });
    expect(lookAfter(120_000)).toEqual({ kind: "send_again", doubtRuns: 1 });
  });

  test("a look that did not work changes nothing", () => {
    expect(look(2, 2, { kind: "failed", failure: failure("destination.unavailable") })).toEqual({ kind: "unseen" });
  });
});
