import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { z } from "zod";
import { type Answer, callFunction, type EngineEvent, type FunctionCall } from "./call-function";
import { type EngineClock, systemClock } from "./clock";
import { EventMemory } from "./event-memory";
import { FunctionRun, type RunOutcome } from "./function-run";
import { type AppHandler, type EngineFunction, readRegistration } from "./registration";
import { nextTickMs } from "./times";

/** One line of the engine's log. `error` carries name and message of what a function threw, nothing else of it. */
export interface EngineNotice {
  readonly what: "run-failed" | "execution-abandoned" | "event-refused" | "tick-skipped";
  readonly fn?: string;
  readonly error?: string;
}

export interface EngineOptions {
  clock?: EngineClock;
  /** Between 0 and 1, for the jitter of retries. */
  random?: () => number;
  /** Executions at once, of runs that an event began; cron runs have slots of their own, so that long legs never hold up a tick. */
  eventExecutions?: number;
  cronExecutions?: number;
  /** After this long an execution counts as a failed attempt; its answer, should one come, changes nothing. */
  patienceMs?: number;
  maxSteps?: number;
  notify?: (notice: EngineNotice) => void;
}

const DEFAULTS = {
  clock: systemClock,
  random: Math.random,
  eventExecutions: 8,
  cronExecutions: 4,
  patienceMs: 5 * 60_000,
  maxSteps: 1000,
  notify: () => {},
} satisfies Required<EngineOptions>;

/** A server refuses an event that lies further ahead: `ts` in the future asks for a delay, which is not done here. */
const CLOCK_SKEW_MS = 60_000;

const eventsSchema = z.array(
  z.looseObject({
    id: z.string().min(1).optional(),
    name: z.string().min(1),
    ts: z.number().optional(),
    data: z.record(z.string(), z.unknown()).nullish(),
  }),
);

/**
 * Inngest's side of the protocol, in process and in memory, for the functions of one app on one machine. It holds nothing that
 * may not be lost: after a crash the runs are announced again from Postgres, and their functions start anew.
 */
export class EmbeddedEngine {
  private readonly options: Required<EngineOptions>;
  private readonly memory = new EventMemory();
  private readonly runs = new Map<string, FunctionRun>();
  private readonly cancelTimers = new Set<() => void>();
  private readonly executing = new Set<Promise<unknown>>();
  private readonly pools: {
    event: ReturnType<typeof pLimit>;
    cron: ReturnType<typeof pLimit>;
  };
  private functions: EngineFunction[] = [];
  private handler: AppHandler | undefined;
  private isStopped = false;

  constructor(options: EngineOptions = {}) {
    this.options = { ...DEFAULTS, ...options };
    this.pools = {
      event: pLimit(this.options.eventExecutions),
      cron: pLimit(this.options.cronExecutions),
    };
  }

  /**
   * Registers the functions that `handler` serves and starts their crons.
   * @throws RegistrationRefused for whatever a function asks that the engine does not do
   */
  async start(handler: AppHandler): Promise<void> {
    this.functions = await readRegistration(handler);
    this.handler = handler;
    for (const fn of this.functions) for (const cron of fn.crons) this.armCron(fn, cron);
  }

  /** To be given to `new Inngest({ fetch })`: takes the events that the client and its functions send (`POST /e/<key>`). */
  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (init?.method !== "POST" || !pathname.startsWith("/e/"))
      return Response.json({ error: `The embedded engine does not answer ${pathname}.` }, { status: 404 });
    if (this.isStopped || !this.handler) return Response.json({ error: "The engine is not running." }, { status: 503 });
    const events = eventsSchema.safeParse([JSON.parse(String(init.body))].flat());
    const latestMs = this.now() + CLOCK_SKEW_MS;
    if (!events.success || events.data.some(({ ts }) => (ts ?? 0) > latestMs)) {
      this.options.notify({ what: "event-refused" });
      return Response.json(
        {
          error: "An event needs a name, and a time that is not in the future.",
        },
        { status: 400 },
      );
    }
    const seed = new Headers(init.headers).get("x-inngest-event-id-seed");
    return Response.json({
      ids: events.data.map((event, index) => this.ingest(event, seed && `${seed}:${index}`)),
      status: 200,
    });
  };

  /** How many runs are alive: executing, waiting for a slot, asleep, or between two attempts. */
  get liveRuns(): number {
    return this.runs.size;
  }

  /** Resolves when nothing executes and nothing waits for a slot; sleeping runs may remain. */
  async idle(): Promise<void> {
    const pools = Object.values(this.pools);
    const isBusy = () => this.executing.size > 0 || pools.some((pool) => pool.activeCount + pool.pendingCount > 0);
    while (isBusy()) {
      await Promise.allSettled(this.executing);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Takes no more events, forgets what sleeps or waits, and lets executions in flight finish.
   * @returns whether they all did within `graceMs`
   */
  async stop(graceMs: number): Promise<{ finished: boolean }> {
    this.isStopped = true;
    for (const cancel of this.cancelTimers) cancel();
    this.cancelTimers.clear();
    for (const pool of Object.values(this.pools)) pool.clearQueue();
    for (const run of this.runs.values()) run.drop();
    this.runs.clear();
    let cancel = () => {};
    const outOfTime = new Promise<false>((resolve) => {
      cancel = this.options.clock.at(this.now() + graceMs, () => resolve(false));
    });
    const finished = await Promise.race([Promise.allSettled(this.executing).then(() => true), outOfTime]);
    cancel();
    return { finished };
  }

  private now(): number {
    return this.options.clock.now();
  }

  private at(atMs: number, run: () => void): () => void {
    if (this.isStopped) return () => {};
    const cancel = this.options.clock.at(atMs, () => {
      this.cancelTimers.delete(cancel);
      run();
    });
    this.cancelTimers.add(cancel);
    return () => {
      this.cancelTimers.delete(cancel);
      cancel();
    };
  }

  private ingest(raw: z.infer<typeof eventsSchema>[number], seedId: string | null): string {
    const id = raw.id ?? seedId ?? randomUUID();
    if (!this.memory.remember(id, this.now())) return id;
    const event = {
      ...raw,
      id,
      ts: raw.ts ?? this.now(),
      data: raw.data ?? {},
    };
    for (const fn of this.functions)
      if (fn.events.some(({ name, failureOf }) => name === event.name && isAbout(event, failureOf)))
        this.begin(fn, event, "event");
    return id;
  }

  /** Ticks that came late, or while the last one still runs, collapse into one. */
  private armCron(fn: EngineFunction, cron: string): void {
    let last: FunctionRun | undefined;
    const arm = () => {
      const tickMs = nextTickMs(cron, this.now());
      this.at(tickMs, () => {
        arm();
        if (last && this.runs.has(last.id)) return this.options.notify({ what: "tick-skipped", fn: fn.id });
        const id = `${fn.id}:${new Date(tickMs).toISOString()}`;
        last = this.begin(fn, { id, name: "inngest/scheduled.timer", ts: tickMs, data: { cron } }, "cron");
      });
    };
    arm();
  }

  private begin(fn: EngineFunction, event: EngineEvent, cause: "event" | "cron"): FunctionRun {
    const id = randomUUID();
    const run = new FunctionRun(id, fn, event, this.options.maxSteps, {
      now: () => this.now(),
      random: this.options.random,
      at: (atMs, wake) => void this.at(atMs, wake),
      call: (call) => this.pools[cause](() => this.execute(call)),
      over: (outcome) => this.close(run, outcome),
    });
    this.runs.set(id, run);
    run.start();
    return run;
  }

  private async execute(call: FunctionCall): Promise<Answer> {
    const { handler, options } = this;
    if (!handler) throw new Error("The engine was not started.");
    let cancel = () => {};
    const abandoned = new Promise<Answer>((resolve) => {
      cancel = this.at(this.now() + options.patienceMs, () => {
        options.notify({ what: "execution-abandoned", fn: call.fn.id });
        const error = {
          name: "ExecutionAbandoned",
          message: "The execution did not answer in time.",
        };
        resolve({ kind: "threw", error, retriable: true, retryAfter: null });
      });
    });
    const execution = callFunction(handler, call);
    this.executing.add(execution);
    void execution.finally(() => this.executing.delete(execution));
    const answer = await Promise.race([execution, abandoned]);
    cancel();
    return answer;
  }

  private close(run: FunctionRun, outcome: RunOutcome): void {
    this.runs.delete(run.id);
    if (outcome.state === "completed") return;
    const { error } = outcome;
    this.options.notify({
      what: "run-failed",
      fn: run.fn.id,
      error: `${error.name}: ${error.message}`,
    });
    // A failure of a failure's handler is told to nobody, or it could go round for ever.
    if (run.event.name === "inngest/function.failed" || this.isStopped) return;
    const data = {
      function_id: run.fn.id,
      run_id: run.id,
      error,
      event: run.event,
      events: [run.event],
    };
    this.ingest({ id: `failed:${run.id}`, name: "inngest/function.failed", data }, null);
  }
}

function isAbout(event: EngineEvent, failureOf: string | undefined): boolean {
  return failureOf === undefined || event.data.function_id === failureOf;
}
