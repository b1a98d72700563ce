import type { Answer, EngineEvent, FunctionCall, FunctionError, Op, StepResult } from "./call-function";
import type { EngineFunction } from "./registration";
import { retryAtMs, sleepEndMs } from "./times";

/** What a run needs of the engine around it. */
interface RunPorts {
  now(): number;
  random(): number;
  /** Calls `run` at that time, unless the engine has stopped. */
  at(atMs: number, run: () => void): void;
  call(call: FunctionCall): Promise<Answer>;
  /** Told once, when the run is over. */
  over(outcome: RunOutcome): void;
}

export type RunOutcome = { state: "completed"; data: unknown } | { state: "failed"; error: FunctionError };

/** A call that was answered: what a retry of it needs. */
interface MadeCall {
  stepId: string;
  attempt: number;
  retryAfter: string | null;
}

/** Answers in a row that bring nothing new before the run is given up: a handler that repeats itself for ever. */
const MAX_BARREN_ANSWERS = 20;
const MAX_STEP_BYTES = 4 * 1024 * 1024;

/**
 * One run of one function: calls it from the top, keeps what its steps returned, calls again until it returns. In memory only.
 * Parallel steps wait for their siblings, as v4 does by default (`optimizeParallelism`).
 */
export class FunctionRun {
  private readonly steps: Record<string, StepResult> = {};
  private readonly stack: string[] = [];
  private readonly open = new Set<string>();
  private barrenAnswers = 0;
  private isOver = false;

  constructor(
    readonly id: string,
    readonly fn: EngineFunction,
    readonly event: EngineEvent,
    private readonly maxSteps: number,
    private readonly ports: RunPorts,
  ) {}

  start(): void {
    void this.call("step", 0);
  }

  /** Forgets the run: answers that still arrive change nothing. */
  drop(): void {
    this.isOver = true;
  }

  private async call(stepId: string, attempt: number): Promise<void> {
    if (this.isOver) return;
    const { id: runId, fn, event, steps, stack } = this;
    const planOnly = this.open.size > 0;
    const answer = await this.ports.call({ fn, runId, event, stepId, attempt, steps, stack, planOnly });
    if (this.isOver) return;
    switch (answer.kind) {
      case "completed":
        this.finish({ state: "completed", data: answer.data });
        break;
      case "unusable":
        this.finish({ state: "failed", error: answer.error });
        break;
      case "threw":
        if (answer.retriable && attempt + 1 < fn.maxAttempts) this.retry({ stepId, attempt, ...answer });
        else this.finish({ state: "failed", error: answer.error });
        break;
      case "ops":
        this.apply(answer.ops, { stepId, attempt, retryAfter: answer.retryAfter });
        break;
      default:
        throw new Error(`Unknown answer: ${JSON.stringify(answer satisfies never)}`);
    }
  }

  private apply(ops: Op[], made: MadeCall): void {
    const fresh = ops.filter(({ id }) => !(id in this.steps) && (id === made.stepId || !this.open.has(id)));
    for (const op of fresh) if (op.op === "StepPlanned" || op.op === "Sleep") this.open.add(op.id);
    if (this.stack.length + this.open.size > this.maxSteps)
      this.fail("InngestErrFunctionOverflowed", `The function has more than ${this.maxSteps} steps.`);
    if (fresh.length === 0) this.goOnAfterRepeat(made.stepId);
    else this.barrenAnswers = 0;
    for (const op of fresh) if (!this.isOver) this.applyOne(op, made);
  }

  private applyOne(op: Op, made: MadeCall): void {
    const code = op.opts?.parallelMode ? `parallel mode ${op.opts.parallelMode}` : op.op;
    switch (code) {
      case "StepRun":
      case "Step":
        this.save(op.id, { data: op.data ?? null });
        break;
      case "StepFailed":
        this.save(op.id, { error: op.error ?? { name: "Error", message: "Unknown error" } });
        break;
      case "StepError":
        this.retry(made);
        break;
      case "StepPlanned":
        void this.call(op.id, 0);
        break;
      case "Sleep":
        this.sleep(op);
        break;
      case "RunComplete":
        this.finish({ state: "completed", data: op.data ?? null });
        break;
      default:
        this.fail("UnknownOp", `The embedded engine does not do "${code}".`);
    }
  }

  /** An answer that was had before (a call delivered twice): the run must go on, but not for ever. */
  private goOnAfterRepeat(stepId: string): void {
    if (stepId !== "step" || this.open.size > 0) return;
    this.barrenAnswers += 1;
    if (this.barrenAnswers <= MAX_BARREN_ANSWERS) void this.call("step", 0);
    else this.fail("NoProgress", `${MAX_BARREN_ANSWERS} answers in a row brought nothing new.`);
  }

  private sleep(op: Op): void {
    const endMs = sleepEndMs(op.name ?? "", this.ports.now());
    if (endMs === undefined) this.fail("UnknownOp", "A sleep without a readable end.");
    else this.ports.at(endMs, () => this.save(op.id, { data: null }));
  }

  /** The first result of a step wins; then the function is called from the top, unless siblings are still open. */
  private save(hash: string, result: StepResult): void {
    if (this.isOver || hash in this.steps) return;
    this.steps[hash] = result;
    this.stack.push(hash);
    this.open.delete(hash);
    if (JSON.stringify(result).length > MAX_STEP_BYTES)
      this.fail("StepOutputTooLarge", "A step returned more than 4 MiB.");
    else if (this.open.size === 0) void this.call("step", 0);
  }

  private retry({ stepId, attempt, retryAfter }: MadeCall): void {
    const atMs = retryAtMs(this.ports.now(), attempt, retryAfter, this.ports.random());
    this.ports.at(atMs, () => void this.call(stepId, attempt + 1));
  }

  private fail(name: string, message: string): void {
    this.finish({ state: "failed", error: { name, message } });
  }

  private finish(outcome: RunOutcome): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ports.over(outcome);
  }
}
