import { compareAtRest } from "./at-rest";
import { Execution } from "./execution";
import { History } from "./history";
import { isLost } from "./invariants";
import type { Profile } from "./profile";
import { type ReferenceLane, ReferenceState, runReference, type StaleClaimPolicy } from "./reference-protocol";
import type { SeedReport } from "./seed";
import { Simulation } from "./simulation";
import { SimulatedWorld } from "./world";

const MINUTE = 60_000;
const INTERVAL_MS = 15 * MINUTE;
const ACTIVE_MS = 180 * MINUTE;
const QUIET_MS = 240 * MINUTE;
const ATTEMPT_WAITS_MS = [60_000, 120_000, 240_000, 480_000];

/** One seed of the reference protocol in the same world, under the same faults of processes, source and destination; nobody publishes or pauses. */
export async function runReferenceSeed(seed: number, profile: Profile, policy: StaleClaimPolicy): Promise<SeedReport> {
  const simulation = new Simulation(seed, { ...profile, peopleActs: 0, manualRuns: 0, tightCaps: 0 });
  const world = new SimulatedWorld(simulation);
  const state = new ReferenceState();
  const engine = new ReferenceEngine(world, state, policy);
  watchRepeats(world, state);
  const startMs = simulation.nowMs;
  new History(world, { announce: () => undefined }).plan(ACTIVE_MS);
  for (let n = simulation.prng.between(0, profile.manualRuns); n > 0; n--)
    simulation.in(simulation.prng.between(MINUTE, ACTIVE_MS), () => engine.start("manual"));
  for (let at = 0; at < ACTIVE_MS + QUIET_MS; at += INTERVAL_MS) simulation.in(at, () => engine.start("scheduled"));
  await simulation.runUntil(startMs + ACTIVE_MS);
  simulation.faultsOn = false;
  await simulation.runUntil(startMs + ACTIVE_MS + QUIET_MS);
  simulation.tally.lostAnswers = world.account.calls.filter(isLost).length;
  const { violations, lines, tally } = simulation;
  return { seed, ...tally, staleCalls: 0, violations, rest: compareAtRest(world), lines };
}

/** Starts runs and tries failed ones again, in processes that die and stop like those of ours. */
class ReferenceEngine {
  private runs = 0;
  private executions = 0;

  constructor(
    private readonly world: SimulatedWorld,
    private readonly state: ReferenceState,
    private readonly policy: StaleClaimPolicy,
  ) {}

  start(lane: ReferenceLane): void {
    this.attempt({ id: `run-${++this.runs}`, lane, policy: this.policy }, 0);
  }

  private attempt(run: { id: string; lane: ReferenceLane; policy: StaleClaimPolicy }, failed: number): void {
    const { simulation } = this.world;
    let over = false;
    const again = () => {
      const waitMs = ATTEMPT_WAITS_MS[failed];
      if (over || waitMs === undefined) return;
      over = true;
      simulation.in(waitMs, () => this.attempt(run, failed + 1));
    };
    const execution = new Execution(simulation, `x${++this.executions}/${run.id}`, again, (forMs) => {
      if (forMs > 4 * MINUTE && simulation.prng.chance(0.7)) again();
    });
    simulation.tally.legs++;
    runReference(this.world, this.state, execution, run).then(
      (end) => end === "failed" && again(),
      () => again(),
    );
  }
}

/** Counts versions that are carried out again; nothing else of our own promises is asked of the protocol. */
function watchRepeats(world: SimulatedWorld, state: ReferenceState): void {
  const { simulation, account } = world;
  const seen = new Set<string>();
  account.onLeave = () => undefined;
  simulation.afterStep = () => undefined;
  account.onEffect = (call) => {
    const version = state.versions.get(call.key) ?? call.key;
    if (seen.has(version)) simulation.tally.repeats++;
    seen.add(version);
  };
}
