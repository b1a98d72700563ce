import { streakDecision } from "@/lib/runner/attempts";
import { runLeg } from "@/lib/runner/leg";
import type { Sweep } from "@/lib/runner/states";
import type { MemoryRun } from "../support/world/memory-state";
import { Execution, StoreUnreachable } from "./execution";
import type { SimulatedWorld } from "./world";

const MINUTE = 60_000;
const INTERVAL_MS = 15 * MINUTE;
/** How long the engine waits for a step before it takes its worker for dead. */
const PATIENCE_MS = [20_000, 4 * MINUTE] as const;
const LEGS_PER_EVENT = 400;
/** A daily and a weekly mark, in a course that has hours where a shop has weeks. */
const DAILY_MS = 25 * MINUTE;
const WEEKLY_MS = 70 * MINUTE;

/** An engine and a dispatcher around the runner: events that drive runs leg by leg, entered again after a death, a delay or for no reason. */
export class Engine {
  private executions = 0;
  private drivers = 0;
  private nextDueMs: number;
  private sweepDue: Sweep | null = null;
  private readonly markedMs: Record<Sweep, number>;

  constructor(private readonly world: SimulatedWorld) {
    this.nextDueMs = world.simulation.nowMs;
    this.markedMs = { daily: this.nextDueMs, weekly: this.nextDueMs };
    this.tick();
  }

  /** A new event drives the run: whoever drove it before changes nothing any more. */
  announce(runId: string): void {
    const { simulation, state } = this.world;
    const run = state.run(runId);
    if (run.finishedAtMs !== null) return;
    const driver = `driver-${++this.drivers}`;
    run.brief.driver = driver;
    run.announcedAtMs = simulation.nowMs;
    if (simulation.strikes(0.03)) {
      simulation.note(() => `announcement of ${runId} lost`);
      return;
    }
    simulation.in(simulation.prng.between(5, 500), () => this.enter(runId, driver, 0));
    // At least once, says the engine.
    if (simulation.strikes(0.02)) simulation.in(simulation.prng.between(5, 30_000), () => this.enter(runId, driver, 0));
  }

  /** One step of the engine: one execution of a leg. */
  private enter(runId: string, driver: string, legs: number): void {
    const { simulation } = this.world;
    if (legs >= LEGS_PER_EVENT) return;
    let over = false;
    const again = (inMs: number, why: string) => {
      if (over) return;
      over = true;
      simulation.note(() => `engine: ${runId} again in ${Math.round(inMs / 1000)} s (${why})`);
      simulation.in(inMs, () => this.enter(runId, driver, legs + 1));
    };
    const execution = new Execution(
      simulation,
      `x${++this.executions}/${runId}`,
      () => simulation.prng.chance(0.7) && again(simulation.prng.between(500, 90_000), "died"),
      (forMs) => {
        const patienceMs = simulation.prng.between(...PATIENCE_MS);
        if (forMs > patienceMs && simulation.prng.chance(0.7)) simulation.in(patienceMs, () => again(0, "no patience"));
      },
    );
    simulation.tally.legs++;
    simulation.note(() => `engine: ${execution.name} enters a leg of ${driver}`);
    runLeg(this.world.portsFor(execution, runId), { runId, driver }).then(
      (result) => {
        simulation.note(() => `${execution.name} returns ${JSON.stringify(result)}`);
        if (result.kind === "wake") again(Math.max(0, result.wakeAtMs - simulation.nowMs), "wake");
      },
      (error) => {
        if (!(error instanceof StoreUnreachable)) this.world.invariants.noteReport(error);
        again(simulation.prng.between(1000, 20_000), "threw");
      },
    );
  }

  /** The dispatcher's minute: dead runs are closed, due syncs become runs, unheard runs are announced again. */
  private tick(): void {
    const { simulation, state, leases, timing } = this.world;
    for (const run of this.world.activeRuns())
      if (leases.closeDeadRun(run.brief.runId, timing, streakDecision))
        simulation.note(() => `reaper: ${run.brief.runId} crashed`);
    if (this.nextDueMs <= simulation.nowMs && state.sync.state === "active") {
      this.nextDueMs = simulation.nowMs + INTERVAL_MS;
      this.requestDue();
    }
    for (const run of this.world.activeRuns()) if (this.isUnheard(run)) this.announce(run.brief.runId);
    // Now and then a second event for a run that is at work.
    const [busy] = this.world.activeRuns();
    if (busy && simulation.strikes(0.01)) this.announce(busy.brief.runId);
    simulation.in(MINUTE, () => this.tick());
  }

  /** As the cron marks sweeps and `insertDue` carries them. */
  private requestDue(): void {
    const { simulation, state } = this.world;
    if (simulation.profile.sweeps) this.markSweeps(simulation.nowMs);
    const [last] = [...state.runs.values()]
      .filter((run) => run.brief.lane === "scheduled" && run.finishedAtMs !== null)
      .sort((a, b) => (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0));
    const sweep = state.bookmark("scheduled").atMs !== null && last?.brief.state === "succeeded" ? this.sweepDue : null;
    if (sweep === null) this.world.request("scheduled");
    else if (this.world.request("scheduled", { kind: "sweep", sweep }) !== null) this.sweepDue = null;
  }

  private markSweeps(nowMs: number): void {
    for (const [sweep, everyMs] of [
      ["daily", DAILY_MS],
      ["weekly", WEEKLY_MS],
    ] as const) {
      if (nowMs - this.markedMs[sweep] < everyMs) continue;
      this.markedMs[sweep] = nowMs;
      if (sweep === "weekly" || this.sweepDue === null) this.sweepDue = sweep;
    }
  }

  /** As system_unheard_runs says it. */
  private isUnheard(run: MemoryRun): boolean {
    const { state, simulation, timing } = this.world;
    const { nowMs } = simulation;
    const announcedMs = run.announcedAtMs ?? Number.NEGATIVE_INFINITY;
    const { lease } = state;
    const beatMs =
      (lease.runId === run.brief.runId ? (lease.beatAtMs ?? lease.leftAtMs) : null) ?? Number.NEGATIVE_INFINITY;
    switch (run.brief.state) {
      case "queued":
        return run.brief.driver === null || announcedMs <= nowMs - timing.beatDeadMs;
      case "running":
        return announcedMs <= nowMs - timing.beatDeadMs && beatMs <= nowMs - timing.beatDeadMs;
      case "waiting":
        return announcedMs <= nowMs - 10_000 && (run.wakeAtMs ?? 0) <= nowMs - 10_000;
      default:
        return false;
    }
  }
}
