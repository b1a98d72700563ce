import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { profileOf } from "../profile";
import { openReplays } from "./replay-seed";
import { startServer } from "./server";

/*
 * `npm run simulate:sql -- --seeds N [--from K] [--profile base+null]` replays seeds with the SQL stores over a real Postgres and compares, step by step and at
 * the end, with the stores in memory; `--seed K` replays one, comparing after every transaction, with its trace.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    profile: { type: "string", default: "base" },
    every: { type: "string", default: "50" },
    processes: { type: "string", default: "2" },
    server: { type: "string" },
  },
});

interface Sums {
  seeds: number;
  steps: number;
  transactions: number;
  comparisons: number;
  calls: number;
  crashes: number;
  freezes: number;
  storeErrors: number;
  lostAnswers: number;
  failing: { seed: number; wrong: string[] }[];
}

const nothing = (): Sums => ({
  ...{ seeds: 0, steps: 0, transactions: 0, comparisons: 0, calls: 0, crashes: 0, freezes: 0, storeErrors: 0 },
  ...{ lostAnswers: 0, failing: [] },
});

if (values.server !== undefined) await runShare(values.server);
else {
  const server = await startServer();
  try {
    if (values.seed !== undefined) await replayOne(server, Number(values.seed));
    else await replayAll(server);
  } finally {
    await server.stop();
  }
}

async function replayOne(server: Awaited<ReturnType<typeof startServer>>, seed: number): Promise<void> {
  const replays = await openReplays(server.adminUrl, server.template);
  const { report, wrong } = await replays.replay(seed, profileOf(values.profile), { every: 1, tracing: true });
  await replays.close();
  console.log(report.lines.join("\n"));
  console.log(wrong.length === 0 ? `seed ${seed}: the same state` : `seed ${seed}:\n${wrong.join("\n")}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

async function replayAll(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const startMs = performance.now();
  const [seeds, from, processes] = [Number(values.seeds), Number(values.from), Number(values.processes)];
  const size = Math.ceil(seeds / processes);
  const shares = Array.from({ length: processes }, (_, n) => ({
    from: from + n * size,
    seeds: Math.max(0, Math.min(size, seeds - n * size)),
  }));
  const sums = (
    await Promise.all(shares.map((share) => shareOf(`${server.adminUrl} ${server.template}`, share)))
  ).reduce(added);
  console.log(
    `profile ${values.profile}, seeds ${from} to ${from + seeds - 1}, SQL stores on Postgres beside the stores in memory`,
  );
  const { failing, ...counts } = sums;
  for (const [name, count] of Object.entries(counts))
    console.log(`${name.padEnd(20)}${count.toLocaleString("en").padStart(14)}`);
  console.log(`${"end in another state".padEnd(20)}${String(failing.length).padStart(14)}`);
  console.log(`${"time, s".padEnd(20)}${((performance.now() - startMs) / 1000).toFixed(1).padStart(14)}`);
  for (const { seed, wrong } of failing) console.log(`seed ${seed}: ${wrong[0]}`);
  process.exitCode = failing.length === 0 ? 0 : 1;
}

/** A process of its own for a share of the seeds. */
function shareOf(server: string, share: { from: number; seeds: number }): Promise<Sums> {
  const args = ["--server", server, "--profile", values.profile, "--every", values.every];
  const child = fork(
    path.resolve(import.meta.filename),
    [...args, "--from", String(share.from), "--seeds", String(share.seeds)],
    { execArgv: ["--import", "tsx"] },
  );
  return new Promise((resolve, reject) => {
    child.once("message", (sums) => resolve(sums as Sums));
    child.once("error", reject);
    child.once("exit", (code) => code !== 0 && reject(new Error(`a share of the seeds ended with ${code}`)));
  });
}

async function runShare(server: string): Promise<void> {
  const [adminUrl = "", template = ""] = server.split(" ");
  const profile = profileOf(values.profile);
  const replays = await openReplays(adminUrl, template);
  let sums = nothing();
  for (let seed = Number(values.from), left = Number(values.seeds); left > 0; seed++, left--) {
    const { report, wrong, calls, comparisons } = await replays.replay(seed, profile, { every: Number(values.every) });
    const { steps, crashes, freezes, storeErrors, lostAnswers } = report;
    const failing = wrong.length === 0 ? [] : [{ seed, wrong }];
    const counted = { seeds: 1, steps, transactions: calls, comparisons, calls: report.calls };
    sums = added(sums, { ...counted, crashes, freezes, storeErrors, lostAnswers, failing });
    if (wrong.length > 0) console.log(`seed ${seed}: ${wrong.join("\n  ")}`);
  }
  await replays.close();
  process.send?.(sums);
  process.disconnect?.();
}

function added({ failing, ...one }: Sums, { failing: more, ...other }: Sums): Sums {
  const names = Object.keys(one) as (keyof typeof one)[];
  const summed = Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as typeof one;
  return { ...summed, failing: [...failing, ...more] };
}
