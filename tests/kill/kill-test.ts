import { randomBytes } from "node:crypto";
import path from "node:path";
import postgres from "postgres";
import { ensureDatabase, migrateUp } from "../../scripts/lib/migrate.mjs";
import { checkoutDataDir } from "../../scripts/lib/paths.mjs";
import { startPostgres } from "../../scripts/lib/postgres/start.mjs";
import { Refusal, say, sayWhy } from "../../scripts/lib/say.mjs";
import { endChild, launchStandIns } from "../bench/surroundings";
import { readOptions } from "./options";
import { planRounds } from "./plan-rounds";
import { tableOfStrikes, totals } from "./report";
import { type RoundResult, runRound } from "./round";
import { type KillWorld, openKillWorld, type StandInPlace } from "./world";

const WORKERS = 2;
const PROBLEMS_SHOWN = 20;

/*
 * Real crashes: real workers over real Postgres are killed and frozen at named points and at random while the shop is edited; at the end of every round the
 * account must hold what the shop says, and nobody may have been written again but after a lost answer.
 */
async function main(): Promise<void> {
  const options = readOptions();
  const server = await startPostgres({
    dir: path.join(checkoutDataDir, "kill-test", "cluster"),
    port: 0,
    onLost: (error: unknown) => {
      throw error;
    },
  });
  const controlSecret = randomBytes(24).toString("hex");
  const standIns = await launchStandIns(controlSecret);
  let world: KillWorld | undefined;
  const stop = async () => {
    await world?.end();
    await endChild(standIns.child);
    await server.stop();
  };
  const leave = () => stop().finally(() => process.exit(130));
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
  try {
    const rounds: RoundResult[] = [];
    let timeScale: number | null = null;
    for (const round of planRounds(options)) {
      if (world === undefined || round.timeScale !== timeScale) {
        await world?.end();
        timeScale = round.timeScale;
        world = await openFreshWorld(server.url, { ...standIns, controlSecret }, timeScale);
      }
      rounds.push(await oneRound(world, round));
    }
    conclude(rounds, options.seed);
  } finally {
    await stop();
  }
}

async function openFreshWorld(
  url: (database: string) => string,
  standIns: StandInPlace,
  timeScale: number,
): Promise<KillWorld> {
  const database = `kill_${timeScale}`;
  const admin = postgres(url("postgres"), { max: 1, onnotice: () => {} });
  await admin`drop database if exists ${admin(database)} with (force)`;
  await admin.end();
  await ensureDatabase(url("postgres"), database);
  await migrateUp(url(database));
  const world = await openKillWorld(url(database), standIns, timeScale);
  await Promise.all(Array.from({ length: WORKERS }, () => world.fleet.start()));
  return world;
}

async function oneRound(world: KillWorld, options: Parameters<typeof runRound>[1]): Promise<RoundResult> {
  const startedMs = Date.now();
  const round = await runRound(world, options);
  say(`seed ${options.seed}, ${((Date.now() - startedMs) / 1000).toFixed(0)} s: ${totals([round])}`);
  for (const problem of [...round.lost, ...round.violations].slice(0, PROBLEMS_SHOWN)) say(`  ${problem}`);
  return round;
}

/** @throws Refusal when an invariant did not hold */
function conclude(rounds: readonly RoundResult[], seed: number): void {
  console.log(`\n${tableOfStrikes(rounds)}\n\n${totals(rounds)}\n`);
  const broken = rounds.filter(({ lost, violations }) => lost.length + violations.length > 0);
  if (broken.length > 0)
    throw new Refusal(`${broken.length} of ${rounds.length} rounds broke a promise (--seed ${seed}).`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    sayWhy(error);
    process.exit(1);
  },
);
