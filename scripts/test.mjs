// `npm test`: static checks, every Vitest project, then the end-to-end tests in Chromium. Installs what it needs.
// The last line is always the sum. `--audit` (as .ci/run gives it) asks the registry for known weaknesses too.
import fs from "node:fs";
import path from "node:path";
import { audit } from "./lib/audit.mjs";
import { build } from "./lib/build.mjs";
import { runChecks, staticChecks } from "./lib/checks.mjs";
import { install } from "./lib/install.mjs";
import { checkoutDataDir, inModules, root } from "./lib/paths.mjs";
import { runNode } from "./lib/run.mjs";
import { say, sayWhy } from "./lib/say.mjs";
import { requireNode } from "./lib/settings.mjs";
import { playwrightCounts, sumCounts, summaryLine, vitestCounts } from "./lib/test-counts.mjs";

/** Runs a runner to its end. @returns whether it exited with 0 */
const passes = (/** @type {string[]} */ args, env = {}) =>
  runNode(args, { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );

function freshReport(/** @type {string} */ name) {
  const file = path.join(checkoutDataDir, "reports", name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true });
  return file;
}

async function vitest() {
  say("Vitest: unit, property, simulation, contract, db, engine");
  const report = freshReport("vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return vitestCounts(report, await passes([inModules("vitest/vitest.mjs"), ...args]));
}

async function endToEnd() {
  say("end to end: build, then Playwright");
  try {
    const { ensureChromium } = await import("./lib/chromium.mjs");
    say(`Chromium: ${await ensureChromium()}`);
    await build();
  } catch (error) {
    sayWhy(error);
    return { failed: 1 };
  }
  const report = freshReport("playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return playwrightCounts(report, await passes([inModules("@playwright/test/cli.js"), "test"], env));
}

/** @type {Partial<import("./lib/test-counts.mjs").Counts>[]} */
const counts = [];
try {
  requireNode();
  process.chdir(root);
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(name, () => process.exit(1));
  await install();
  counts.push(await runChecks(staticChecks, 2));
  if (process.argv.includes("--audit")) counts.push(await audit());
  counts.push(await vitest());
  counts.push(await endToEnd());
} catch (error) {
  sayWhy(error);
  counts.push({ failed: 1 });
}
const sum = sumCounts(counts);
console.log(summaryLine(sum));
process.exitCode = sum.failed === 0 ? 0 : 1;
