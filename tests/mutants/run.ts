import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { copyTree, removeTree } from "./copy-tree";
import { MUTANTS } from "./list";
import { byTestFile, type Mutant } from "./mutant";
import type { Verdict } from "./verdict";

/*
 * `npm run mutants [-- --only id] [--workers n]`: takes each guard of the runner out of a copy of the tree and runs the test that must miss it. Ends with 1
 * when one is not missed.
 */

const { values: options } = parseArgs({
  options: { only: { type: "string", multiple: true }, workers: { type: "string", default: "2" } },
});

/** Deals the mutants out by test file, so that one worker's file is warm; those in migrations come last. */
function deal(mutants: readonly Mutant[], hands: number): Mutant[][] {
  const dealt: Mutant[][] = Array.from({ length: hands }, () => []);
  const weight = (hand: readonly Mutant[]) =>
    hand.reduce((sum, mutant) => sum + (mutant.killedBy.project === "db" ? 3 : 1), 0);
  for (const ofFile of byTestFile(mutants).sort((a, b) => weight(b) - weight(a)))
    dealt.sort((a, b) => weight(a) - weight(b))[0]?.push(...ofFile);
  const inMigrations = (mutant: Mutant) => Number(mutant.file.startsWith("drizzle/"));
  return dealt.filter((hand) => hand.length > 0).map((hand) => hand.sort((a, b) => inMigrations(a) - inMigrations(b)));
}

const PRINTED_ID = 26;
const PRINTED_OUTCOME = 12;

function print({ id, outcome, ms }: Verdict): void {
  const guard = MUTANTS.find((mutant) => mutant.id === id)?.guard ?? "";
  const seconds = `${(ms / 1000).toFixed(1)} s`.padStart(7);
  console.log(`${outcome.padEnd(PRINTED_OUTCOME)}${seconds}  ${id.padEnd(PRINTED_ID)}${guard}`);
}

/** One worker in a copy of its own. @returns what it said of each mutant */
function work(mutants: readonly Mutant[]): Promise<Verdict[]> {
  const copy = copyTree();
  const said: Verdict[] = [];
  const child = fork(path.join(copy, "tests/mutants/judge-process.ts"), {
    cwd: copy,
    execArgv: ["--import", "tsx"],
    // Its tests print what they miss; here only verdicts count.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.on("message", (verdict: Verdict) => {
    said.push(verdict);
    print(verdict);
  });
  child.send(mutants.map((mutant) => mutant.id));
  return new Promise((resolve) => {
    child.on("exit", () => {
      removeTree(copy);
      resolve(said);
    });
  });
}

const chosen = MUTANTS.filter((mutant) => !options.only || options.only.includes(mutant.id));
const startedMs = performance.now();
const said = (await Promise.all(deal(chosen, Number(options.workers)).map(work))).flat();
const killed = said.filter((verdict) => verdict.outcome === "killed").length;
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
console.log(`\n${killed} of ${chosen.length} mutants killed in ${minutes} min`);
for (const verdict of said) if (verdict.outcome !== "killed") print(verdict);
for (const { id } of chosen) if (!said.some((verdict) => verdict.id === id)) console.log(`not judged   ${id}`);
process.exitCode = chosen.length > 0 && killed === chosen.length && said.length === killed ? 0 : 1;
