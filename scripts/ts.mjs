// `node scripts/ts.mjs FILE ARGS…`: installs when needed, then runs a TypeScript file.
import { install } from "./lib/install.mjs";
import { runNode } from "./lib/run.mjs";
import { sayWhy } from "./lib/say.mjs";

const [, , file, ...args] = process.argv;
if (!file) {
  console.error("Usage: node scripts/ts.mjs FILE ARGS…");
  process.exit(2);
}
try {
  await install();
  await runNode(["--import", "tsx", file, ...args]);
} catch (error) {
  sayWhy(error);
  process.exitCode = 1;
}
