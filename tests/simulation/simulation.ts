import { VirtualClock } from "../support/world/clock";
import { EventQueue } from "./event-queue";
import { Prng } from "./prng";
import type { Profile } from "./profile";

export interface Violation {
  kind: string;
  detail: string;
  atMs: number;
}

/** What happened in a seed, as counted while it ran. */
export interface Tally {
  steps: number;
  legs: number;
  calls: number;
  crashes: number;
  freezes: number;
  storeErrors: number;
  lostAnswers: number;
  repeats: number;
}

/** Virtual time, one queue of events, one source of randomness: everything else of a seed hangs on this. */
export class Simulation {
  readonly clock = new VirtualClock();
  readonly prng: Prng;
  readonly profile: Profile;
  readonly tally: Tally = {
    steps: 0,
    legs: 0,
    calls: 0,
    crashes: 0,
    freezes: 0,
    storeErrors: 0,
    lostAnswers: 0,
    repeats: 0,
  };
  readonly violations: Violation[] = [];
  readonly lines: string[] = [];
  faultsOn = true;
  /** Kinds of violations that are not looked at. */
  ignores: readonly string[] = [];
  /** Looked at after every event. */
  afterStep: () => void = () => undefined;
  /** Waits until everything that an event set free has run to its next wait. */
  settle: () => Promise<void> = microtasksDone;
  private readonly queue = new EventQueue();
  private readonly startMs: number;

  constructor(
    seed: number,
    profile: Profile,
    private readonly tracing = false,
  ) {
    this.prng = new Prng(seed);
    this.profile = this.prng.chance(0.5) ? profile : { ...profile, lateEffects: 0, freezesAtSocket: false };
    this.startMs = this.clock.nowMs();
  }

  get nowMs(): number {
    return this.clock.nowMs();
  }

  in(delayMs: number, happen: () => void): void {
    this.queue.put(this.nowMs + Math.max(0, delayMs), happen);
  }

  strikes(probability: number): boolean {
    return this.faultsOn && this.prng.chance(probability);
  }

  note(line: () => string): void {
    if (this.tracing) this.lines.push(`${this.stamp()} ${line()}`);
  }

  violate(kind: string, detail: string): void {
    if (this.ignores.includes(kind)) return;
    this.note(() => `!! ${kind}: ${detail}`);
    this.violations.push({ kind, detail: `${this.stamp()} ${detail}`, atMs: this.nowMs });
  }

  /** Lets events happen until then, or until something is violated. */
  async runUntil(untilMs: number): Promise<void> {
    for (;;) {
      const nextMs = this.queue.nextMs();
      if (nextMs === null || nextMs > untilMs || this.violations.length > 0) break;
      const event = this.queue.take();
      if (event === null) break;
      this.clock.advanceTo(event.atMs);
      event.happen();
      await this.settle();
      this.tally.steps++;
      this.afterStep();
    }
    this.clock.advanceTo(untilMs);
  }

  private stamp(): string {
    const ms = this.nowMs - this.startMs;
    const text = (value: number, width: number) => String(value).padStart(width, "0");
    return `${text(Math.floor(ms / 3_600_000), 2)}:${text(Math.floor(ms / 60_000) % 60, 2)}:${text(Math.floor(ms / 1000) % 60, 2)}.${text(ms % 1000, 3)}`;
  }
}

/** Everything that the event set free has run to its next wait. */
const microtasksDone = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
