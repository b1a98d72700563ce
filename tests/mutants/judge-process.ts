import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { MUTANTS } from "./list";
import { byTestFile, type KillingTest, type Mutant } from "./mutant";
import type { Outcome, Verdict } from "./verdict";

/*
 * Works in a copy of the tree, its own working folder: takes out the mutants that it is told of, one after the other, and tells what the named test said.
 * One Vitest serves them all; what is mutated in the migrations needs a database made anew, and a Vitest of its own.
 */

// Each Vitest listens for the end of the process.
process.setMaxListeners(50);

let vitest: Vitest | null = null;

async function fresh(): Promise<Vitest> {
  await vitest?.close();
  vitest = await createVitest("test", { watch: false, reporters: [{}], run: true, passWithNoTests: true });
  return vitest;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Runs the named tests of one file. @returns their states by full name, and what kept the file from being loaded */
async function runTests(
  by: KillingTest,
  names: readonly string[],
): Promise<{ states: Map<string, string>; broken: boolean }> {
  const runner = vitest ?? (await fresh());
  runner.setGlobalTestNamePattern(names.map(escaped).join("|"));
  const specifications = (await runner.globTestSpecifications([by.file])).filter(
    (one) => one.project.name === by.project,
  );
  const { testModules: known, unhandledErrors } = await runner.runTestSpecifications(specifications, false);
  // Vitest also tells of the files that it ran before.
  const testModules = known.filter((module) => module.moduleId === path.resolve(by.file));
  const states = new Map<string, string>();
  for (const module of testModules)
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== "skipped" && state !== "pending") states.set(test.fullName, state);
    }
  const broken = unhandledErrors.length > 0 || testModules.some((module) => module.errors().length > 0);
  return { states, broken };
}

function outcomeOf({ states, broken }: Awaited<ReturnType<typeof runTests>>): Outcome {
  if ([...states.values()].includes("failed")) return "killed";
  if (broken) return "broken";
  return states.size === 0 ? "no such test" : "survived";
}

async function judge(mutant: Mutant): Promise<Outcome> {
  const file = path.resolve(mutant.file);
  const text = readFileSync(file, "utf8");
  if (text.split(mutant.source).length !== 2) return "source text not found once";
  const migrated = mutant.file.startsWith("drizzle/");
  writeFileSync(
    file,
    text.replace(mutant.source, () => mutant.replacement),
  );
  try {
    const runner = migrated ? await fresh() : (vitest ?? (await fresh()));
    runner.invalidateFile(file);
    return outcomeOf(await runTests(mutant.killedBy, [mutant.killedBy.name]));
  } finally {
    writeFileSync(file, text);
    if (migrated) await fresh();
    else vitest?.invalidateFile(file);
  }
}

/** A test that fails as things are proves nothing. @returns the names of those that do not pass */
async function failingBefore(mutants: readonly Mutant[]): Promise<string[]> {
  const failing: string[] = [];
  for (const ofFile of byTestFile(mutants)) {
    const [one] = ofFile;
    if (!one) continue;
    const { states } = await runTests(one.killedBy, [...new Set(ofFile.map((mutant) => mutant.killedBy.name))]);
    for (const [name, state] of states) if (state !== "passed") failing.push(name);
  }
  return failing;
}

const tell = (verdict: Verdict): boolean => process.send?.(verdict) ?? false;

process.on("message", async (ids: string[]) => {
  const mine = ids.flatMap((id) => MUTANTS.find((mutant) => mutant.id === id) ?? []);
  for (const name of await failingBefore(mine)) tell({ id: name, outcome: "fails as things are", ms: 0 });
  for (const mutant of mine) {
    const startedMs = performance.now();
    const outcome = await judge(mutant);
    tell({ id: mutant.id, outcome, ms: performance.now() - startedMs });
  }
  await vitest?.close();
  process.disconnect();
});
