import type { Clock } from "@/lib/kernel/clock";
import { LeaseLost } from "@/lib/kernel/errors";
import type { Lease, LeaseStore, StopWish } from "./lease-port";
import type { Timing } from "./timing";

/*
 * RULE 3. One run owns the sync and proves it before each write. The proof in the database is the epoch in every statement; beside each call to the
 * destination, where no statement can stand, it is the age of the last beat.
 */

/** A person cancelled, paused or published: the leg stops at this check. */
export class StopWanted extends Error {
  override readonly name = "StopWanted";
  constructor(readonly wish: Exclude<StopWish, null>) {
    super(`stop wanted: ${wish}`);
  }
}

/** Holds one execution's lease, beats it, and answers whether a call may still leave. */
export class LeaseGuard {
  private beatMonotonicMs: number;
  private beatWallMs: number;
  private databaseNowMs: number;
  private beating: Promise<void> | null = null;
  /** A due scheduled run asks this manual one to wait at the end of its batch. */
  yieldAsked = false;

  /** @param before the clocks as they were before the lease was taken, so that its age is never underestimated */
  constructor(
    readonly lease: Lease,
    private readonly store: LeaseStore,
    private readonly clock: Clock,
    private readonly timing: Timing,
    before: { monotonicMs: number; wallMs: number; databaseNowMs: number },
  ) {
    this.beatMonotonicMs = before.monotonicMs;
    this.beatWallMs = before.wallMs;
    this.databaseNowMs = before.databaseNowMs;
  }

  /** Beats now. @throws LeaseLost when another execution has the lease, StopWanted when a person wants the run to stop */
  async check(): Promise<number> {
    const monotonicMs = this.clock.monotonicMs();
    const wallMs = this.clock.nowMs();
    const { nowMs, stop, yield: asked } = await this.store.beat(this.lease, this.timing);
    this.beatMonotonicMs = monotonicMs;
    this.beatWallMs = wallMs;
    this.databaseNowMs = nowMs;
    this.yieldAsked = asked;
    if (stop !== null) throw new StopWanted(stop);
    return nowMs;
  }

  /** Beats if the last beat is due. Many calls wait for one beat. */
  async keepAlive(): Promise<void> {
    if (this.ageMs() < this.timing.beatMs) return;
    this.beating ??= this.check()
      .then(() => undefined)
      .finally(() => {
        this.beating = null;
      });
    await this.beating;
  }

  /**
   * Whether a call to the destination may leave at this moment: both clocks, because a frozen process's monotonic clock may have stood still and a wall
   * clock may have been set back. @throws LeaseLost when the last successful beat is too old
   */
  assertMayCall(): void {
    if (this.ageMs() >= this.timing.callWithinBeatMs) throw new LeaseLost("the last beat is too old to call");
  }

  /** The database's time, carried forward by the monotonic clock, epoch ms. */
  nowMs(): number {
    return this.databaseNowMs + (this.clock.monotonicMs() - this.beatMonotonicMs);
  }

  private ageMs(): number {
    return Math.max(this.clock.monotonicMs() - this.beatMonotonicMs, this.clock.nowMs() - this.beatWallMs);
  }
}
