import { LeaseLost } from "@/lib/kernel/errors";
import { unreachable } from "@/lib/kernel/result";
import type { Rule } from "@/lib/rules/schema";
import { afterFailure, streakDecision } from "./attempts";
import { deliver } from "./deliver";
import { discover } from "./discover";
import { type Failure, failure, publicationFailure } from "./failures";
import { LeaseGuard, StopWanted } from "./lease";
import type { LeaseAnswer, RunBrief, RunEnd, StopWish } from "./lease-port";
import type { LegContext } from "./leg-context";
import type { RunnerPorts } from "./ports";
import { provePublication } from "./publication-proof";
import { ACTIVE_RUN_STATES } from "./states";

/** What the engine does next. Holds ids and times only: engines keep what a step returns. */
export type LegResult = { kind: "done" } | { kind: "wake"; wakeAtMs: number };

/** A leg before its ends are open: enough to end it. */
type LegBasics = Omit<LegContext, "source" | "destination" | "limiter">;

const DONE: LegResult = { kind: "done" };

/**
 * One leg of a run: the work of one engine step, at most 45 s. Proves the publication, takes the lease, walks and delivers until time, caps or work run out.
 * Safe to call any number of times, by any number of processes: a leg that has no right to work changes nothing.
 * @param input.driver the event that drives this run; a leg of another driver returns `done`
 */
export async function runLeg(ports: RunnerPorts, input: { runId: string; driver: string }): Promise<LegResult> {
  const brief = await ports.leases.brief(input.runId);
  if (!brief || brief.driver !== input.driver || !isActive(brief)) return DONE;
  const unleased = { workspaceId: brief.workspaceId, syncId: brief.syncId, ...input };
  const proof = provePublication(brief, ports.prover);
  if (!proof.ok) {
    await ports.leases.finishUnleased(unleased, ending("failed", publicationFailure(proof.error)), streakDecision);
    return DONE;
  }
  const before = { monotonicMs: ports.clock.monotonicMs(), wallMs: ports.clock.nowMs() };
  const answer = await ports.leases.take({ brief, driver: input.driver, timing: ports.timing });
  if (answer.kind !== "taken") return withoutLease(ports, brief, input, answer);
  const guard = new LeaseGuard(answer.lease, ports.leases, ports.clock, ports.timing, {
    ...before,
    databaseNowMs: answer.nowMs,
  });
  return withLease(ports, brief, proof.value, guard);
}

const isActive = (brief: RunBrief): boolean => (ACTIVE_RUN_STATES as readonly string[]).includes(brief.state);

const ending = (state: RunEnd["state"], cause: Failure | null, verdict: RunEnd["verdict"] = null): RunEnd => ({
  state,
  failure: cause,
  verdict,
});

async function withoutLease(
  ports: RunnerPorts,
  brief: RunBrief,
  input: { runId: string; driver: string },
  answer: Exclude<LeaseAnswer, { kind: "taken" }>,
): Promise<LegResult> {
  switch (answer.kind) {
    case "not_ours":
      return DONE;
    case "beating":
    case "asked":
      return { kind: "wake", wakeAtMs: answer.retryAtMs };
    case "busy": {
      const run = { workspaceId: brief.workspaceId, syncId: brief.syncId, ...input };
      if (!brief.hasWorked) {
        await ports.leases.finishUnleased(run, ending("collided", failure("run.collided")), streakDecision);
        return DONE;
      }
      const wakeAtMs = ports.clock.nowMs() + ports.timing.beatDeadMs;
      await ports.leases.postpone(run, wakeAtMs);
      return { kind: "wake", wakeAtMs };
    }
    default:
      return unreachable(answer);
  }
}

async function withLease(ports: RunnerPorts, brief: RunBrief, rule: Rule, guard: LeaseGuard): Promise<LegResult> {
  const context: LegBasics = {
    ports,
    brief,
    rule,
    guard,
    lease: guard.lease,
    deadlineMs: ports.clock.monotonicMs() + ports.timing.legMs,
    failedAttempts: brief.failedAttempts,
    rejections: { ...brief.soFar, inARow: null },
  };
  try {
    return await work(Object.assign(context, await ports.open(brief)));
  } catch (error) {
    if (error instanceof LeaseLost) return DONE;
    if (error instanceof StopWanted) return stop(ports, guard, error.wish);
    ports.report(error);
    return failAfterException(context);
  }
}

/** The exception may have come after the leg had already given its lease back: then there is nothing left to end. */
async function failAfterException(context: LegBasics): Promise<LegResult> {
  try {
    return await fail(context, failure("run.internal"));
  } catch (error) {
    if (error instanceof LeaseLost) return DONE;
    throw error;
  }
}

async function work(context: LegContext): Promise<LegResult> {
  const found = await discover(context);
  if (found.kind === "leg_over") return handOver(context);
  if (found.kind === "failed") return fail(context, found.failure);
  if (found.kind === "look_again") return lookAgain(context);
  const delivery = await deliver(context);
  switch (delivery.kind) {
    case "leg_over":
      return handOver(context);
    case "failed":
      return fail(context, delivery.failure);
    case "wait":
      return park(context, {
        wakeAtMs: delivery.untilMs,
        failure: null,
        failedAttempts: context.failedAttempts,
        secondLook: false,
      });
    case "capped":
      if (found.verdict === "suspect_short") return failShort(context);
      await context.ports.leases.finish(context.lease, ending("capped", null, found.verdict), streakDecision);
      return DONE;
    case "drained":
      if (found.verdict === "suspect_short") return failShort(context);
      await context.ports.leases.finish(context.lease, ending("succeeded", null, found.verdict), streakDecision);
      return DONE;
    default:
      return unreachable(delivery);
  }
}

/** Something was missing for the first time: nothing is sent, and the source is walked again. It is no failed attempt. */
async function lookAgain(context: LegContext): Promise<LegResult> {
  const wakeAtMs = context.guard.nowMs() + context.ports.timing.secondLookMs;
  return park(context, { wakeAtMs, failure: null, failedAttempts: context.failedAttempts, secondLook: true });
}

/**
 * A short read: what is known has been delivered, and the attempt fails. Its attempts are the short walks of the run, since batches that land
 * set the others back.
 */
async function failShort(context: LegContext): Promise<LegResult> {
  const walk = await context.ports.walks.walkOfRun(context.lease);
  context.failedAttempts = Math.max(0, (walk?.shortReads ?? 1) - 1);
  return fail(context, failure("source.suspect_short"));
}

async function handOver(context: LegContext): Promise<LegResult> {
  await context.ports.leases.handOver(context.lease);
  return { kind: "wake", wakeAtMs: context.guard.nowMs() };
}

async function park(
  context: LegBasics,
  input: { wakeAtMs: number; failure: Failure | null; failedAttempts: number; secondLook: boolean },
): Promise<LegResult> {
  await context.ports.leases.park(context.lease, input);
  return { kind: "wake", wakeAtMs: input.wakeAtMs };
}

async function fail(context: LegBasics, cause: Failure): Promise<LegResult> {
  const { brief, guard, ports } = context;
  const state = { failedAttempts: context.failedAttempts, secondLook: brief.secondLook, nowMs: guard.nowMs() };
  const next = afterFailure(cause, state, ports.timing);
  switch (next.kind) {
    case "look_again":
      return park(context, {
        wakeAtMs: next.wakeAtMs,
        failure: null,
        failedAttempts: context.failedAttempts,
        secondLook: true,
      });
    case "retry":
      return park(context, {
        wakeAtMs: next.wakeAtMs,
        failure: cause,
        failedAttempts: next.failedAttempts,
        secondLook: false,
      });
    case "give_up":
      await ports.leases.finish(
        context.lease,
        ending("failed", cause, cause.code === "source.unreadable" ? "unreadable" : null),
        streakDecision,
      );
      return DONE;
    default:
      return unreachable(next);
  }
}

/** A person stopped the run: what was done is settled, the rest stays pending. */
async function stop(ports: RunnerPorts, guard: LeaseGuard, wish: Exclude<StopWish, null>): Promise<LegResult> {
  const end =
    wish === "cancelled"
      ? ending("cancelled", failure("run.cancelled"))
      : ending("stopped", failure("run.lost_slot", wish));
  try {
    await ports.leases.finish(guard.lease, end, streakDecision);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
  return DONE;
}
