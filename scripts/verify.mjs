// `npm run verify`: everything that can be said within a minute, before a commit.
import os from "node:os";
import { quickTests, runChecks, staticChecks } from "./lib/checks.mjs";
import { install } from "./lib/install.mjs";
import { root } from "./lib/paths.mjs";
import { say, sayWhy } from "./lib/say.mjs";

try {
  process.chdir(root);
  await install();
  // The tests first: they take longest, and the checks fill the other cores.
  const { failed } = await runChecks([quickTests, ...staticChecks], Math.max(2, os.availableParallelism()));
  say(failed === 0 ? "verified" : `${failed} of ${staticChecks.length + 1} steps failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  sayWhy(error);
  process.exitCode = 1;
}
