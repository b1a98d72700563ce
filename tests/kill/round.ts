import { sleep } from "../../scripts/lib/processes.mjs";
import { Prng } from "../simulation/prng";
import { judgeRepeats, judgeTape, lostRecords, takeUps } from "./judge";
import { ShopEditor } from "./shop-editor";
import { tellStory } from "./story";
import { type Blow, GRACE_MS, POINTS, type Point, type Strike, strike } from "./strike";
import type { KillWorld } from "./world";

/** Two pages of the list, two batches, eight chunks. */
const CUSTOMERS = 400;
/** Brevo carries a write out and answers this much later, so that a blow finds calls under way. */
const ANSWER_MS = 150;
/** Part of the blows that freeze a worker until its run is overdue, each for most of a minute; more where it may hold locks. */
const PAST_LEASE = 0.01;
const PAST_LEASE_IN_TRANSACTION = 0.2;

export interface RoundResult {
  strikes: Strike[];
  edits: number;
  runs: Record<string, number>;
  doubts: number;
  lost: string[];
  repeats: number;
  violations: string[];
  takeUps: { strike: Strike; ms: number | null }[];
}

/** A round that has begun: the shop is being edited and answers are slow. */
export interface Round {
  world: KillWorld;
  prng: Prng;
  editor: ShopEditor;
  strikes: Strike[];
  /** Where the tape stood at its beginning. */
  from: number;
}

/** So many blows while the shop is edited all the while; then faults stop, and everything must come to rest at the truth. */
export async function runRound(
  world: KillWorld,
  options: { kills: number; seed: number; firstPoint: number; blows?: readonly Blow[] },
): Promise<RoundResult> {
  const round = await beginRound(world, options.seed, CUSTOMERS);
  const { prng, strikes } = round;
  await scheduleLostAnswers(world, prng);
  const rest = keepDue(world);
  for (let n = 0; n < options.kills; n++) {
    const point = POINTS[(options.firstPoint + n) % POINTS.length] as Point;
    const done = await strike(world, prng, point, options.blows ? prng.pick(options.blows) : pickBlow(prng, point));
    if (done) strikes.push(done);
    await sleep(prng.between(100, 1_500));
  }
  await rest();
  return endRound(round);
}

/** A new shop that is edited from now on, and an account whose answers are slow. */
export async function beginRound(world: KillWorld, seed: number, customers: number): Promise<Round> {
  await world.renew(customers);
  world.calls.writes = [];
  const editor = new ShopEditor(world.shopify, new Prng(seed + 1));
  await world.brevo.schedule({ fault: "slow", match: "/v3/contacts", times: "forever", delayMs: ANSWER_MS });
  await editor.start();
  return { world, prng: new Prng(seed), editor, strikes: [], from: world.tape.entries.length };
}

/** Edits and faults stop; once all is at rest it is judged. */
export async function endRound(round: Round): Promise<RoundResult> {
  const { world, editor } = round;
  await editor.stop();
  await world.brevo.cancelFaults();
  const stuck = await untilAtRest(world);
  await world.calls.read();
  return judge(round, stuck);
}

/** One run after the other, so that there is always something to strike. @returns stops it */
function keepDue(world: KillWorld): () => Promise<void> {
  let stopped = false;
  const loop = (async () => {
    for (; !stopped; await sleep(700)) await world.makeDue();
  })();
  return () => {
    stopped = true;
    return loop;
  };
}

function pickBlow(prng: Prng, point: Point): Blow {
  const dice = prng.fraction();
  if (dice < (point === "in mid-transaction" ? PAST_LEASE_IN_TRANSACTION : PAST_LEASE)) return "past the lease";
  if (dice < 0.12) return "past the beat";
  return dice < 0.3 ? "past the dead beat" : "kill";
}

/** Some answers are lost without any blow. These come before the slow ones in the stand-in's book. */
async function scheduleLostAnswers({ brevo }: KillWorld, prng: Prng): Promise<void> {
  await brevo.cancelFaults();
  for (const fault of ["commit-then-reset", "500-after-commit", "reset-before-commit", "truncated-json"])
    await brevo.schedule({ fault, match: "/v3/contacts", skip: prng.between(20, 400), times: 1 });
  await brevo.schedule({ fault: "slow", match: "/v3/contacts", times: "forever", delayMs: ANSWER_MS });
}

interface Unrest {
  active: number;
  open: number;
  waiting: number;
  sync: string;
}

/** Waits until a scheduled run and one by hand, both begun after the last edit, have succeeded and nothing is open. @returns what did not come to rest in time */
async function untilAtRest(world: KillWorld): Promise<string[]> {
  const { owner, syncId } = world;
  const [since] = await owner<{ at: Date }[]>`select clock_timestamp() as at`;
  const endMs = Date.now() + 2 * (world.timing.leaseMs + world.intervalMs) + GRACE_MS;
  let byHand: string | null = null;
  let unrest: Unrest | undefined;
  for (; Date.now() < endMs; await sleep(250)) {
    await world.makeDue();
    byHand ??= await world.runByHand();
    const [seen] = await owner<(Unrest & { succeeded: number })[]>`
      select (select count(*)::int from runs where sync_id = ${syncId} and finished_at is null) as active,
        (select count(*)::int from ledger where state in ('claimed', 'doubt')) as open,
        (select count(*)::int from pending where cause in ('walk', 'hook', 'doubt')) as waiting,
        (select count(distinct lane)::int from runs where sync_id = ${syncId} and state = 'succeeded' and requested_at > ${since?.at ?? 0}) as succeeded,
        (select state from syncs where id = ${syncId}) as sync`;
    if (seen?.succeeded === 2 && seen.active + seen.open + seen.waiting === 0) return [];
    unrest = seen;
    // What a run by hand left, the next one by hand takes: the schedule does not.
    if (byHand && seen?.active === 0) byHand = await world.runByHand();
  }
  return [`not at rest: ${JSON.stringify({ ...unrest, ...(await whatIsLeft(world)) })}`];
}

/** Runs that are not over and some of the rows that nobody took, for whoever looks for the reason. */
async function whatIsLeft({ owner, fleet }: KillWorld) {
  const runs = await owner`
    select lane, state, failure ->> 'code' as code, wake_at from runs where finished_at is null`;
  const rows = await owner`
    select lane, record_id, cause, withdrawal, last_outcome, tried_by_run is not null as tried, check_at - clock_timestamp() as due_in, queued_at
    from pending where cause in ('walk', 'hook', 'doubt') limit 5`;
  return { runs, rows, words: fleet.words.slice(-5) };
}

async function judge({ world, editor, strikes, from }: Round, stuck: string[]): Promise<RoundResult> {
  const entries = world.tape.entries.slice(from).toSorted((one, other) => one.seq - other.seq);
  const { repeats, unexplained } = judgeRepeats(world.calls.writes, await world.brevo.truth(), strikes);
  const ups = takeUps(strikes, entries);
  const limitMs = world.timing.leaseMs + world.intervalMs + GRACE_MS;
  const late = ups.filter(({ ms }) => ms === null || ms > limitMs);
  const lost = stuck.length > 0 ? [] : await lostRecords(world, editor);
  const { tripwire } = await world.brevo.counters();
  const states = await world.owner<
    { state: string; n: number }[]
  >`select state, count(*)::int as n from runs group by state`;
  return {
    strikes,
    edits: editor.edits,
    runs: Object.fromEntries(states.map(({ state, n }) => [state, n])),
    doubts: entries.filter(({ what, detail }) => what === "settle" && detail === "doubt").length,
    lost: await Promise.all(lost.map((one) => tellStory(world, one))),
    repeats,
    takeUps: ups,
    violations: [
      ...stuck,
      ...unexplained,
      ...judgeTape(entries),
      ...late.map(({ strike: of, ms }) => `a run struck at "${of.point}" (${of.blow}) was taken up after ${ms} ms`),
      ...(tripwire > 0 ? [`${tripwire} requests would have lifted an opt-out`] : []),
    ],
  };
}
