import { compareAtRest, type RestReport } from "./at-rest";
import { Engine } from "./engine";
import { History } from "./history";
import { isLost } from "./invariants";
import type { Mutation } from "./mutations";
import type { Profile } from "./profile";
import { Simulation, type Tally, type Violation } from "./simulation";
import { SimulatedWorld } from "./world";

const HOUR = 3_600_000;
const INTERVAL_MS = 15 * 60_000;
/** With faults; then without, until everything has come to rest or this many intervals are over. */
const ACTIVE_MS = 3 * HOUR;
const QUIET_AT_LEAST = 6;
const QUIET_AT_MOST = 40;
/** A day and more: a record that answered null by id is looked at again after one. */
const QUIET_AFTER_NULLS = 110;

export interface SeedReport extends Tally {
  seed: number;
  staleCalls: number;
  violations: Violation[];
  rest: RestReport;
  lines: string[];
}

const NOTHING_LEFT: RestReport = { lost: [], older: [], extra: [], unblocked: [], stuck: [], held: [] };

/** One whole course of events: faults for three hours, then peace, then the comparison. */
export async function runSeed(
  seed: number,
  profile: Profile,
  options: { tracing?: boolean; mutation?: Mutation; prepare?: (world: SimulatedWorld) => void } = {},
): Promise<SeedReport> {
  const simulation = new Simulation(seed, profile, options.tracing);
  const world = new SimulatedWorld(simulation, options.mutation);
  options.prepare?.(world);
  const engine = new Engine(world);
  const history = new History(world, engine);
  const startMs = simulation.nowMs;
  world.account.onLate = (recordId) => history.changeSoon(recordId);
  history.plan(ACTIVE_MS);
  await simulation.runUntil(startMs + ACTIVE_MS);
  simulation.faultsOn = false;
  simulation.note(() => "== no more faults");
  const quietAtMost = profile.nullLies > 0 || profile.readIncidents > 0 ? QUIET_AFTER_NULLS : QUIET_AT_MOST;
  for (let n = 0; n < quietAtMost && simulation.violations.length === 0; n++) {
    if (n >= QUIET_AT_LEAST && isAtRest(world)) break;
    history.resume();
    await simulation.runUntil(startMs + ACTIVE_MS + (n + 1) * INTERVAL_MS);
  }
  simulation.tally.lostAnswers = world.account.calls.filter(isLost).length;
  const { violations, lines, tally } = simulation;
  const rest = violations.length > 0 ? NOTHING_LEFT : compareAtRest(world);
  return { seed, ...tally, staleCalls: world.invariants.staleCalls, violations, rest, lines };
}

const isAtRest = (world: SimulatedWorld): boolean =>
  [...world.state.queue("scheduled").values()].every((row) => row.cause === "recheck" || row.cause === "retry") &&
  world.state.open.size === 0 &&
  world.activeRuns().length === 0;

/** What went wrong in a seed, one line each. */
export function complaints(report: SeedReport): string[] {
  const { lost, older, extra, unblocked, stuck } = report.rest;
  return [
    ...report.violations.map(({ kind, detail }) => `${kind}: ${detail}`),
    ...lost.map((what) => `lost: ${what}`),
    ...older.map((what) => `older over newer: ${what}`),
    ...extra.map((what) => `on the list: ${what}`),
    ...unblocked.map((what) => `not blocklisted: ${what}`),
    ...stuck.map((what) => `stuck: ${what}`),
  ];
}
