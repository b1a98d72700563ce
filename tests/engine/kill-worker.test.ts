import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sleep } from "../../scripts/lib/processes.mjs";
import { endChild, launchStandIns } from "../bench/surroundings";
import { beginRound, endRound, type Round } from "../kill/round";
import { strike } from "../kill/strike";
import { type KillWorld, openKillWorld } from "../kill/world";
import { testDb } from "../support/test-db";

/** Lease 30 s, dead beat 2 s, an interval of ten seconds. */
const TIME_SCALE = 30;
const OVER_WITHIN_MS = 90_000;
const { url } = await testDb();
const controlSecret = randomBytes(24).toString("hex");
let standIns: Awaited<ReturnType<typeof launchStandIns>>;
let world: KillWorld;
let round: Round | undefined;

beforeAll(async () => {
  standIns = await launchStandIns(controlSecret);
  world = await openKillWorld(url, { ...standIns, controlSecret }, TIME_SCALE);
}, 60_000);
afterAll(async () => {
  await world?.end();
  if (standIns) await endChild(standIns.child);
});
beforeEach(async () => {
  await world.fleet.start();
});
afterEach(async () => {
  await round?.editor.stop();
  await world.fleet.end();
});

interface RunRow {
  id: string;
  state: string;
  requestedAt: Date;
}

const scheduledRuns = () => world.owner<RunRow[]>`
  select id, state, requested_at as "requestedAt" from runs where lane = 'scheduled' order by requested_at`;

/** How soon it is taken up is judged at the end of the round; how long it then takes is the machine's affair. */
async function untilOver(runId: string): Promise<string> {
  for (const endMs = Date.now() + OVER_WITHIN_MS; Date.now() < endMs; await sleep(100)) {
    const run = (await scheduledRuns()).find(({ id }) => id === runId);
    if (run && !["queued", "running", "waiting"].includes(run.state)) return run.state;
  }
  return "not over";
}

const CLEAN = { lost: [], violations: [] };

describe("kill -9 of the only worker in mid-batch", () => {
  test("P12 I3 the run is gone on with within lease and interval, and R9 the schedule's next tick runs", async () => {
    round = await beginRound(world, 1, 120);
    await world.makeDue();
    const struck = await strike(world, round.prng, "call carried out, not answered", "kill");
    if (!struck) throw new Error("no worker to strike");
    round.strikes.push(struck);
    const [runId = ""] = struck.runs;
    expect(struck.open.length).toBeGreaterThan(0);
    expect(await untilOver(runId)).toBe("succeeded");
    const overMs = Date.now();
    await world.tape.next(
      ({ what, detail, run }) => what === "run" && detail === "succeeded" && run !== runId,
      world.intervalMs * 3,
    );
    const later = (await scheduledRuns()).filter(({ id }) => id !== runId);
    expect(later.map(({ state }) => state)).toContain("succeeded");
    expect((later[0]?.requestedAt.getTime() ?? 0) - overMs).toBeLessThan(2 * world.intervalMs);
    expect(await endRound(round)).toMatchObject(CLEAN);
  }, 120_000);
});

describe("five restarts", () => {
  test("I12 of one backfill: it stays the same run, the bookmark never goes back, nothing is lost, nobody written twice", async () => {
    round = await beginRound(world, 2, 400);
    await world.makeDue();
    for (let n = 0; n < 5; n++) {
      const struck = await strike(world, round.prng, "first claim inserted", "kill");
      if (struck) round.strikes.push(struck);
    }
    const runs = round.strikes.flatMap((struck) => struck.runs);
    expect(runs).toHaveLength(5);
    expect(new Set(runs).size).toBe(1);
    expect(await untilOver(runs[0] ?? "")).toBe("succeeded");
    const result = await endRound(round);
    expect(result).toMatchObject(CLEAN);
    expect(result.takeUps.map(({ ms }) => ms)).not.toContain(null);
  }, 180_000);
});
