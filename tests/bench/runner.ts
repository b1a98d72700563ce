/*
 * `npm run bench:runner [-- --records N --rounds N]`: the whole runner over a Postgres of its own against stand-ins in another process, beside the plainest
 * loop that sends the same requests. Ends with 1 when the account is not what the shop says it should be.
 */
import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { Refusal, say, sayWhy } from "../../scripts/lib/say.mjs";
import type { Assignment } from "./contender-process";
import {
  describeLoad,
  describeMachine,
  type LoopFigures,
  type Round,
  ratios,
  tableOfRounds,
  tableOfStatements,
} from "./report";
import { endChild, type Surroundings, startSurroundings } from "./surroundings";
import { checkRuns, checkWrites, compareWithShop } from "./truth";
import type { RunnerFigures } from "./whole-runner";

const WARM_UP_RECORDS = 1_000;
const PROBLEMS_SHOWN = 10;

const optionsSchema = z.object({
  records: z.coerce.number().int().min(1).max(200_000).default(10_000),
  rounds: z.coerce.number().int().min(1).max(20).default(2),
});

function readOptions(): z.infer<typeof optionsSchema> {
  try {
    const { values } = parseArgs({ options: { records: { type: "string" }, rounds: { type: "string" } } });
    return optionsSchema.parse(values);
  } catch (error) {
    throw new Refusal(
      `${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\nUsage: npm run bench:runner -- [--records N] [--rounds N]`,
    );
  }
}

/** Measures one contender in a process of its own. @throws when it ends without its figures */
async function measureApart<T>(
  contender: Assignment["contender"],
  { places }: Surroundings,
  records: number,
): Promise<T> {
  const child = fork(path.join(import.meta.dirname, "contender-process.ts"), { execArgv: ["--import", "tsx"] });
  try {
    return await new Promise<T>((resolve, reject) => {
      child.once("message", (figures) => resolve(figures as T));
      child.once("error", reject);
      child.once("exit", (code, signal) => reject(new Error(`the ${contender} ended with ${signal ?? code}`)));
      child.send({ contender, places, records } satisfies Assignment);
    });
  } finally {
    await endChild(child);
  }
}

async function runRunner(around: Surroundings, records: number, problems: string[]): Promise<RunnerFigures> {
  await around.renew(records);
  const figures = await measureApart<RunnerFigures>("runner", around, records);
  const updates = figures.edits.reduce((sum, { edited }) => sum + edited, 0);
  problems.push(...checkRuns(figures, records), ...(await checkWrites(around, records, updates)));
  problems.push(...(await compareWithShop(around)));
  return figures;
}

async function runLoop(around: Surroundings, records: number, problems: string[]): Promise<LoopFigures> {
  await around.renew(records);
  const figures = await measureApart<LoopFigures>("loop", around, records);
  problems.push(...(await checkWrites(around, records, 0)), ...(await compareWithShop(around)));
  return figures;
}

/** Both, the first by turns, so that neither always meets the warmer machine. */
async function runRound(around: Surroundings, records: number, number: number, problems: string[]): Promise<Round> {
  const loopFirst = number % 2 === 0;
  const early = loopFirst ? await runLoop(around, records, problems) : null;
  const runner = await runRunner(around, records, problems);
  const loop = early ?? (await runLoop(around, records, problems));
  say(
    `round ${number}: runner ${(runner.first.wallMs / 1000).toFixed(1)} s, loop ${(loop.wallMs / 1000).toFixed(1)} s; ${describeLoad()}`,
  );
  return { runner, loop };
}

async function bench(around: Surroundings, records: number, rounds: number): Promise<void> {
  const problems: string[] = [];
  say("warming the stand-ins up …");
  await runLoop(around, Math.min(records, WARM_UP_RECORDS), problems);
  const done: Round[] = [];
  for (let number = 1; number <= rounds; number++) done.push(await runRound(around, records, number, problems));
  const [sample] = done;
  console.log(`\n${tableOfRounds(done, records)}\n\n${ratios(done)}\n`);
  if (sample) console.log(`${tableOfStatements(sample.runner)}\n`);
  console.log(`At the end: ${describeLoad()}`);
  if (problems.length > 0) {
    const shown = problems.slice(0, PROBLEMS_SHOWN).join("\n  ");
    throw new Refusal(`These figures are worth nothing, ${problems.length} things are wrong:\n  ${shown}`);
  }
  say(`truth: after every round the account held exactly the shop's ${records} customers, each written once`);
}

async function main(): Promise<void> {
  const { records, rounds } = readOptions();
  say(describeMachine());
  const around = await startSurroundings();
  const leave = () => around.stop().finally(() => process.exit(130));
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
  try {
    await bench(around, records, rounds);
  } finally {
    await around.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    sayWhy(error);
    process.exit(1);
  },
);
