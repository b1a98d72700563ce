import type { Clock } from "@/lib/kernel/clock";

/** Virtual time: sleeping moves it, nothing else does. */
export class VirtualClock implements Clock {
  constructor(private currentMs = Date.UTC(2026, 0, 15, 9, 0, 0)) {}
  nowMs(): number {
    return this.currentMs;
  }
  monotonicMs(): number {
    return this.currentMs;
  }
  async sleep(ms: number): Promise<void> {
    this.advance(ms);
  }
  advance(ms: number): void {
    this.currentMs += Math.max(0, ms);
  }
  /** Never back. */
  advanceTo(atMs: number): void {
    this.currentMs = Math.max(this.currentMs, atMs);
  }
}
