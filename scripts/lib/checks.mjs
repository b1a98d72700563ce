import { inModules } from "./paths.mjs";
import { capture } from "./run.mjs";
import { say } from "./say.mjs";

/**
 * A check that passes or fails as a whole.
 * @typedef {{name: string, commands: string[][]}} Check one after the other; each is arguments for node
 */

/** @type {Check[]} */
export const staticChecks = [
  { name: "style", commands: [[inModules("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]] },
  {
    name: "types",
    // Next's own types (routes, styles) are generated, and a fresh clone has none
    commands: [
      [inModules("next/dist/bin/next"), "typegen"],
      [inModules("typescript/bin/tsc"), "--noEmit"],
    ],
  },
  {
    name: "boundaries",
    commands: [
      [
        inModules("dependency-cruiser/bin/dependency-cruise.mjs"),
        ...["--config", ".dependency-cruiser.mjs", "app", "components", "lib", "inngest", "scripts", "tests"],
      ],
    ],
  },
  { name: "dead code", commands: [[inModules("knip/bin/knip.js")]] },
];

/** The test projects that need neither a database nor a browser and end within seconds. @type {Check} */
export const quickTests = {
  name: "unit and property tests",
  commands: [[inModules("vitest/vitest.mjs"), "run", "--project", "unit", "--project", "property"]],
};

/** Runs one check, quiet when it passes. @returns whether it passed */
async function runCheck(/** @type {Check} */ check) {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  for (const command of check.commands) {
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
    const { ok, output } = await capture(process.execPath, command, { env });
    if (ok) continue;
    say(`${check.name}: FAILED after ${seconds()}\n\n${output.trim()}\n`);
    return false;
  }
  say(`${check.name}: ok in ${seconds()}`);
  return true;
}

/** Runs checks, as many at once as given. @returns how many passed and failed */
export async function runChecks(/** @type {Check[]} */ checks, /** @type {number} */ atOnce) {
  const waiting = [...checks];
  const count = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (await runCheck(check)) count.passed++;
      else count.failed++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count;
}
