import type { Clock } from "@/lib/kernel/clock";
import type { Simulation } from "./simulation";

export type PointKind = "store" | "source" | "destination" | "limiter" | "sleep";

/** One wait of an execution for something outside it. */
export interface Request<T> {
  name: string;
  kind: PointKind;
  /** When the other side acts, and when the answer arrives, ms from now. */
  effectInMs: number;
  answerInMs: number;
  /** What the other side does, at one instant. */
  effect: () => T | Promise<T>;
  /** The answer, when it is another than what the effect gives (lost, or without an effect). */
  answer?: T;
}

/** The connection to the database was lost, before the transaction or after it. */
export class StoreUnreachable extends Error {
  override readonly name = "StoreUnreachable";
}

const SECOND = 1000;
const MINUTE = 60_000;

/**
 * One process at work on a leg. At each of its waits it may die (it never goes on; what was on its way may still act) or stop for a while: then nothing reaches
 * it until it goes on, and its monotonic clock may have stood still or its wall clock been set back meanwhile.
 */
export class Execution {
  dead = false;
  /** When it last died, stopped, or lost an answer of a store: calls sent before may have lost their answers. */
  lastFaultMs = Number.NEGATIVE_INFINITY;
  private thawsAtMs = Number.NEGATIVE_INFINITY;
  private stoodStillMs = 0;
  private setBackMs = 0;
  readonly clock: Clock;

  constructor(
    readonly simulation: Simulation,
    readonly name: string,
    private readonly onDeath: () => void,
    private readonly onFreeze: (forMs: number) => void,
  ) {
    this.clock = {
      nowMs: () => simulation.nowMs - this.setBackMs,
      monotonicMs: () => simulation.nowMs - this.stoodStillMs,
      sleep: (ms) =>
        this.reach({ name: "sleep", kind: "sleep", effectInMs: 0, answerInMs: ms, effect: () => undefined }),
    };
  }

  get frozen(): boolean {
    return this.thawsAtMs > this.simulation.nowMs;
  }

  /** Sends a request and waits for its answer, if there is going to be one. */
  reach<T>(request: Request<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.dead) return;
      const { simulation } = this;
      const fate = this.decideFate(request.kind);
      simulation.note(() => `${this.name} ${request.name}${fate === "goes_on" ? "" : ` [${fate}]`}`);
      switch (fate) {
        case "dies_before":
          return this.die();
        case "dies_after":
          this.act(request, () => undefined);
          return this.die();
        case "stops_before":
          this.freeze();
          return void simulation.in(this.thawsAtMs - simulation.nowMs, () => this.exchange(request, resolve, reject));
        case "stops_after":
          this.exchange(request, resolve, reject);
          return this.freeze();
        case "error_before":
          return this.failStore(request, reject, false);
        case "error_after":
          return this.failStore(request, reject, true);
        case "goes_on":
          return this.exchange(request, resolve, reject);
      }
    });
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.lastFaultMs = this.simulation.nowMs;
    this.simulation.tally.crashes++;
    this.onDeath();
  }

  private decideFate(kind: PointKind) {
    const { profile, prng } = this.simulation;
    if (!this.simulation.faultsOn || this.frozen) return "goes_on";
    const rolled = prng.fraction();
    if (rolled < profile.crash) return prng.chance(0.5) ? "dies_before" : "dies_after";
    if (rolled < profile.crash + profile.freeze) {
      const before = kind === "destination" ? profile.freezesAtSocket && prng.chance(0.2) : prng.chance(0.5);
      return before ? "stops_before" : "stops_after";
    }
    if (kind === "store" && rolled < profile.crash + profile.freeze + profile.storeError)
      return prng.chance(0.5) ? "error_before" : "error_after";
    return "goes_on";
  }

  private exchange<T>(request: Request<T>, resolve: (value: T) => void, reject: (error: unknown) => void): void {
    const { answer } = request;
    if (answer !== undefined) this.deliver(request.answerInMs, () => resolve(answer));
    this.act(request, (result) => {
      if (answer !== undefined) return;
      this.deliver(request.answerInMs - request.effectInMs, () => Promise.resolve(result).then(resolve, reject));
    });
  }

  /** The other side acts, whether or not whoever asked still lives. */
  private act<T>(request: Request<T>, then: (result: T | Promise<T>) => void): void {
    this.simulation.in(request.effectInMs, () => {
      const result = request.effect();
      if (result instanceof Promise) result.catch(() => undefined);
      then(result);
    });
  }

  private failStore<T>(request: Request<T>, reject: (error: unknown) => void, acted: boolean): void {
    this.simulation.tally.storeErrors++;
    this.lastFaultMs = this.simulation.nowMs + request.answerInMs;
    if (acted) this.act(request, () => undefined);
    this.deliver(request.answerInMs, () => reject(new StoreUnreachable(request.name)));
  }

  /** Something reaches the process: when it goes on, if it stands; never, if it is dead. */
  private deliver(inMs: number, what: () => void): void {
    this.simulation.in(inMs, () => {
      if (this.dead) return;
      if (this.frozen) this.deliver(this.thawsAtMs - this.simulation.nowMs, what);
      else what();
    });
  }

  private freeze(): void {
    const { prng, nowMs, tally } = this.simulation;
    const [least, most] = prng.pick([
      [1 * SECOND, 20 * SECOND],
      [20 * SECOND, 70 * SECOND],
      [61 * SECOND, 5 * MINUTE],
      [15 * MINUTE, 40 * MINUTE],
    ] as const);
    const forMs = prng.between(least, most);
    tally.freezes++;
    this.thawsAtMs = nowMs + forMs;
    this.lastFaultMs = this.thawsAtMs;
    // Either clock may be fooled, not both: a suspended machine's monotonic clock, a corrected wall clock.
    const fooled = prng.between(0, 3);
    if (fooled === 0) this.stoodStillMs += forMs;
    if (fooled === 1) this.setBackMs += forMs;
    this.simulation.note(() => `${this.name} stops for ${Math.round(forMs / 1000)} s`);
    this.onFreeze(forMs);
  }
}
