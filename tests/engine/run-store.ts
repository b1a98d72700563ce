import type { FunctionDeps, LegResult } from "@/inngest/deps";

/** One leg of a scripted run: goes on at once, asks for a wait, crashes the engine's step, or ends the run. */
export type ScriptedLeg = "next" | { waitMs: number } | "throw" | "done";

interface StoredRun {
  sync: string;
  state: "queued" | "running" | "waiting" | "succeeded";
  driver?: string;
  /** How many legs of the script have taken effect. */
  position: number;
  leased: boolean;
}

/**
 * Stands in for Postgres and the runner: one active run per sync, one driver per run, effects by delivery key. It outlives the
 * engines that a test starts on it, as the database does.
 */
export class RunStore {
  readonly runs = new Map<string, StoredRun>();
  readonly calls: { runId: string; driver: string }[] = [];
  /** Delivery key (run and leg of the script) → times written. */
  readonly effects = new Map<string, number>();
  readonly ticksMs: number[] = [];
  readonly announced: { runId: string; driver: string }[] = [];
  readonly dueMs = new Map<string, number>();
  /** How often the outbox was worked off. */
  alertLooks = 0;
  private drivers = 0;

  constructor(
    private readonly now: () => number,
    private readonly script: ScriptedLeg[] = ["done"],
    private readonly intervalMs = 15 * 60_000,
  ) {}

  /** Inserts a run unless the sync has an active one, as the partial unique index does. */
  request(sync: string): string | undefined {
    const active = [...this.runs.values()].some((run) => run.sync === sync && run.state !== "succeeded");
    if (active) return undefined;
    const runId = `run-${this.runs.size + 1}`;
    this.runs.set(runId, { sync, state: "queued", position: 0, leased: false });
    return runId;
  }

  /** Announces a run with a new driver. */
  announce(runId: string): { runId: string; driver: string } {
    this.drivers += 1;
    const announcement = { runId, driver: `driver-${this.drivers}` };
    this.announced.push(announcement);
    return announcement;
  }

  /** Takes a run for its latest driver, does the next leg of the script, and remembers how far it got. */
  async runLeg(runId: string, driver: string): Promise<LegResult> {
    this.calls.push({ runId, driver });
    const run = this.runs.get(runId);
    if (!run) throw new Error(`No run ${runId}.`);
    const latest = this.announced.findLast((announcement) => announcement.runId === runId)?.driver;
    const done = (outcome: string): LegResult => ({ state: "done", runId, outcome, counts: {} });
    if (driver !== latest) return done("not-mine");
    if (run.state === "succeeded") return done("succeeded");
    if (run.leased) return { state: "wake", runId, wakeAt: new Date(this.now() + 60_000).toISOString(), counts: {} };
    run.leased = true;
    run.state = "running";
    await new Promise((resolve) => setImmediate(resolve));
    run.leased = false;
    return this.work(runId, run);
  }

  private work(runId: string, run: StoredRun): LegResult {
    const leg = this.script[run.position];
    if (leg === "throw") {
      this.script[run.position] = "next";
      throw new Error("crash in mid-leg");
    }
    const key = `${runId}:${run.position}`;
    this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
    run.position += 1;
    if (leg === "done" || leg === undefined) {
      run.state = "succeeded";
      return { state: "done", runId, outcome: "succeeded", counts: {} };
    }
    run.state = "waiting";
    const wakeAt = new Date(this.now() + (leg === "next" ? 0 : leg.waitMs)).toISOString();
    return { state: "wake", runId, wakeAt, counts: { delivered: 1 } };
  }

  /** The dependencies of the functions, over this store. `announce` carries an announcement to an engine. */
  deps(announce: (runId: string, driver: string) => Promise<void>): FunctionDeps {
    const tell = async (runId: string) => {
      await announce(runId, this.announce(runId).driver);
      return runId;
    };
    return {
      dispatch: async () => {
        const due = [...this.dueMs].filter(([, dueMs]) => dueMs <= this.now()).map(([sync]) => sync);
        for (const sync of due) this.dueMs.set(sync, this.now() + this.intervalMs);
        const created = due.flatMap((sync) => this.request(sync) ?? []);
        const orphans = [...this.runs].filter(([, run]) => run.state === "queued").map(([runId]) => runId);
        return { created: created.length, announced: await Promise.all(orphans.map(tell)) };
      },
      recordTick: async () => void this.ticksMs.push(this.now()),
      runLeg: ({ runId, driver }) => this.runLeg(runId, driver),
      continueAs: async (runId) => void (await tell(runId)),
      reap: async () => ({ closed: 0 }),
      watch: async () => ({ syncs: 0 }),
      deliverAlerts: async () => {
        this.alertLooks += 1;
        return { delivered: 0 };
      },
      care: async () => ({ checked: 0 }),
      prune: async () => ({ deleted: 0 }),
      markSweeps: async () => ({ marked: 0 }),
    };
  }
}
