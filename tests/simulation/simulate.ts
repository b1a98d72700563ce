import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { profileOf } from "./profile";
import { STALE_CLAIM_POLICIES } from "./reference-protocol";
import { runReferenceSeed } from "./reference-seed";
import { complaints, runSeed } from "./seed";
import { addSeed, comparisonOf, emptySummary, mergeSummaries, type Summary, tableOf } from "./summary";

/*
 * `npm run simulate -- --seeds N [--from K] [--profile base+null+vanish]` runs seeds over all processors and prints a table; `--seed K` replays one with its trace;
 * `--reference` runs the reference protocol beside ours.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    profile: { type: "string", default: "base" },
    processes: { type: "string", default: "2" },
    share: { type: "boolean", default: false },
    reference: { type: "boolean", default: false },
  },
});
const FAILURES_SHOWN = 25;

if (values.seed !== undefined) await replay(Number(values.seed));
else if (values.share) await runShare();
else if (values.reference) await compareWithReference();
else await runAll();

async function replay(seed: number): Promise<void> {
  const report = await runSeed(seed, profileOf(values.profile), { tracing: true });
  console.log(report.lines.join("\n"));
  const wrong = complaints(report);
  console.log(wrong.length === 0 ? `seed ${seed}: nothing to complain of` : `seed ${seed}:\n${wrong.join("\n")}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

async function runAll(): Promise<void> {
  const startMs = performance.now();
  profileOf(values.profile);
  const [seeds, from, processes] = [Number(values.seeds), Number(values.from), Number(values.processes)];
  const size = Math.ceil(seeds / processes);
  const shares = Array.from({ length: processes }, (_, n) => ({
    from: from + n * size,
    seeds: Math.max(0, Math.min(size, seeds - n * size)),
  }));
  const whole = mergeSummaries(await Promise.all(shares.map(shareOf)));
  console.log(`profile ${values.profile}, seeds ${from} to ${from + seeds - 1}`);
  console.log(tableOf(whole));
  console.log(`time                          ${((performance.now() - startMs) / 1000).toFixed(1).padStart(14)} s`);
  for (const { seed, first } of whole.failing.slice(0, FAILURES_SHOWN)) console.log(`seed ${seed}: ${first}`);
  if (whole.failing.length > 0) console.log(`${whole.failing.length} seeds fail; replay one with --seed K`);
  process.exitCode = whole.failing.length === 0 ? 0 : 1;
}

/** The reference protocol with each of its policies, and ours, over the same seeds. */
async function compareWithReference(): Promise<void> {
  const profile = profileOf(values.profile);
  const [seeds, from] = [Number(values.seeds), Number(values.from)];
  const rows: [string, Summary][] = [];
  for (const policy of STALE_CLAIM_POLICIES) rows.push([`reference, ${policy}`, emptySummary()]);
  rows.push(["ours", emptySummary()]);
  for (let seed = from; seed < from + seeds; seed++)
    for (const [index, [, summary]] of rows.entries()) {
      const policy = STALE_CLAIM_POLICIES[index];
      addSeed(summary, policy ? await runReferenceSeed(seed, profile, policy) : await runSeed(seed, profile));
    }
  console.log(`profile ${values.profile}, seeds ${from} to ${from + seeds - 1}`);
  console.log(comparisonOf(rows));
}

/** A process of its own for a share of the seeds. */
function shareOf(share: { from: number; seeds: number }): Promise<Summary> {
  const args = ["--share", "--profile", values.profile, "--from", String(share.from), "--seeds", String(share.seeds)];
  const child = fork(path.resolve(import.meta.filename), args, { execArgv: ["--import", "tsx"] });
  return new Promise((resolve, reject) => {
    child.once("message", (summary) => resolve(summary as Summary));
    child.once("error", reject);
    child.once("exit", (code) => code !== 0 && reject(new Error(`a share of the seeds ended with ${code}`)));
  });
}

async function runShare(): Promise<void> {
  const profile = profileOf(values.profile);
  const summary = emptySummary();
  const from = Number(values.from);
  for (let seed = from; seed < from + Number(values.seeds); seed++) addSeed(summary, await runSeed(seed, profile));
  process.send?.(summary);
  process.disconnect?.();
}
