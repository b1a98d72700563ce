import { sleep } from "../../scripts/lib/processes.mjs";
import type { Prng } from "../simulation/prng";
import type { KillWorld } from "./world";

export const POINTS = [
  "lease just taken",
  "first claim inserted",
  "call carried out, not answered",
  "page 2 of the walk saved",
  "batch settled, not closed",
  "bookmark just moved",
  "in mid-transaction",
  "at random",
] as const;
export type Point = (typeof POINTS)[number];

/** `kill`: SIGKILL. The others are SIGSTOP for so long, then SIGCONT. */
export const BLOWS = ["kill", "past the beat", "past the dead beat", "past the lease"] as const;
export type Blow = (typeof BLOWS)[number];

/** A claim that was open when its worker was struck: the answer to its call may be lost. */
export interface OpenClaim {
  ledgerId: string;
  recordId: string;
  claimedAtMs: number;
}

export interface Strike {
  /** The point that was asked for, or "at random" when it did not come in time. */
  point: Point;
  blow: Blow;
  atMs: number;
  who: string;
  /** Runs that the worker had in hand. */
  runs: string[];
  open: OpenClaim[];
}

/** What is allowed beyond a lease and an interval: processes start, ticks and timers are late on a busy machine. */
export const GRACE_MS = 10_000;
/** How long a point is waited for, once the dispatcher has ticked. */
const POINT_AFTER_TICK_MS = 12_000;
/** What a killed worker had sent already is carried out within this. */
const AFTERMATH_MS = 60;

/** Waits for the point and strikes the worker that is at work there. Starts the successor of a killed one; does not wait for it. */
export async function strike(world: KillWorld, prng: Prng, wanted: Point, blow: Blow): Promise<Strike | null> {
  const reached = await reach(world, prng, wanted);
  const who = reached?.who ?? world.tape.holder() ?? "";
  // One that is frozen in its transaction is the one that is meant.
  const target = world.fleet.has(who) ? who : world.fleet.awake()[0];
  if (target === undefined) return null;
  const atMs = Date.now();
  world.fleet.freeze(target);
  // Frozen first, so that what is noted is what it leaves behind.
  await sleep(AFTERMATH_MS);
  const [runs, open] = await Promise.all([runsOf(world, target), openClaims(world)]);
  if (blow === "kill") {
    await world.fleet.kill(target);
    void world.fleet.start().catch(() => {});
  } else {
    await sleep(freezeMs(world, blow) - AFTERMATH_MS);
    world.fleet.thaw(target);
  }
  return { point: reached?.point ?? "at random", blow, atMs, who: target, runs, open };
}

function freezeMs({ timing, intervalMs }: KillWorld, blow: Exclude<Blow, "kill">): number {
  switch (blow) {
    case "past the beat":
      return timing.beatMs * 1.8;
    case "past the dead beat":
      return timing.beatDeadMs * 2;
    case "past the lease":
      return timing.leaseMs + intervalMs + GRACE_MS * 1.2;
  }
}

const pointWithinMs = ({ tickMs }: KillWorld): number => POINT_AFTER_TICK_MS + tickMs;

/** @returns null when the point did not come in time */
async function reach(world: KillWorld, prng: Prng, point: Point): Promise<{ who: string | null; point: Point } | null> {
  const withinMs = pointWithinMs(world);
  const seen = async (matches: Parameters<KillWorld["tape"]["next"]>[0]) => {
    const entry = await world.tape.next(matches, withinMs);
    return entry && { who: entry.who, point };
  };
  switch (point) {
    case "lease just taken":
      return seen(({ what }) => what === "take");
    case "first claim inserted":
      return seen(({ what }) => what === "claim");
    case "call carried out, not answered":
      return (await world.calls.nextWrite(withinMs)) ? { who: world.tape.holder(), point } : null;
    case "page 2 of the walk saved":
      return seenByHand(world, () => seen(({ what, detail }) => what === "page" && Number(detail) >= 2));
    case "batch settled, not closed":
      return seen(({ what }) => what === "batch settled");
    case "bookmark just moved":
      return seen(({ what, detail }) => what === "bookmark" && !detail.endsWith("-"));
    case "in mid-transaction": {
      const who = await freezeInTransaction(world);
      return who === null ? null : { who, point };
    }
    case "at random":
      await sleep(prng.between(0, 3_000));
      return { who: world.tape.holder(), point };
  }
}

/** A run by hand walks the whole shop, two pages. It collides with a run at work: it is asked for until it gets its turn. */
async function seenByHand<T>(world: KillWorld, wait: () => Promise<T>): Promise<T> {
  const waiting = wait();
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (await world.isIdle()) await world.runByHand();
    await sleep(150);
  }
  return waiting;
}

/**
 * A lock of ours makes a worker wait between the first and the last statement of a transaction; frozen there it keeps the locks it has, the lease's among
 * them. @returns the frozen worker
 */
async function freezeInTransaction(world: KillWorld): Promise<string | null> {
  const { owner, tape, fleet } = world;
  await tape.next(({ what }) => what === "batch", pointWithinMs(world));
  return owner.begin(async (tx) => {
    await tx`select from batches where closed_at is null for update`;
    for (const endMs = Date.now() + POINT_AFTER_TICK_MS; Date.now() < endMs; await sleep(10)) {
      const [waiting] = await owner<{ who: string }[]>`
        select application_name as who from pg_stat_activity where application_name like 'worker-%' and wait_event_type = 'Lock'`;
      if (!waiting) continue;
      fleet.freeze(waiting.who);
      return waiting.who;
    }
    return null;
  });
}

/** Runs at work whose lease this worker took. */
async function runsOf({ owner, tape, syncId }: KillWorld, who: string): Promise<string[]> {
  if (tape.holder() !== who) return [];
  const runs = await owner<{ id: string }[]>`
    select r.id from leases l join runs r on r.id = l.run_id where l.sync_id = ${syncId} and r.state = 'running'`;
  return runs.map(({ id }) => id);
}

async function openClaims({ owner }: KillWorld): Promise<OpenClaim[]> {
  return owner<OpenClaim[]>`
    select id as "ledgerId", record_id as "recordId", epoch_ms(claimed_at) as "claimedAtMs" from ledger
    where state in ('claimed', 'doubt')`;
}
