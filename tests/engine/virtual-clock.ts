import type { EngineClock } from "@/inngest/embedded/clock";

/** Ahead of the real clock, so that the `ts` the SDK puts on events is never in the engine's future. */
const START_MS = Date.parse("2040-01-01T00:00:30Z");

/** Time that stands still until a test moves it. Timers fire in order of their time, at their time. */
export class VirtualClock implements EngineClock {
  private nowMs = START_MS;
  private timers: { atMs: number; run: () => void }[] = [];

  now(): number {
    return this.nowMs;
  }

  at(atMs: number, run: () => void): () => void {
    const timer = { atMs, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** When the next timer is due; Infinity if none is. */
  get nextMs(): number {
    return Math.min(...this.timers.map(({ atMs }) => atMs));
  }

  /** Moves on to the next timer and fires it. */
  fireNext(): void {
    const timer = this.timers.find(({ atMs }) => atMs === this.nextMs);
    if (!timer) throw new Error("No timer is armed.");
    this.timers = this.timers.filter((other) => other !== timer);
    this.nowMs = Math.max(this.nowMs, timer.atMs);
    timer.run();
  }

  /** Lets time pass without firing anything, as when the machine sleeps. */
  freezeFor(ms: number): void {
    this.nowMs += ms;
  }
}
