// Ends PostgreSQL when the supervisor is gone, even by kill -9: this process sees its standard input close.
// Standard input carries the postmaster's number, a line for each time it is started. Argument: the data directory.
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const [, , dir = ""] = process.argv;
/** What is left for web and worker to finish their transactions. */
const graceMs = 1_500;
const fastShutdownMs = 10_000;
let postmaster = 0;

/** Whether the data directory still belongs to the postmaster we were told of. */
function isOurs() {
  try {
    return Number(fs.readFileSync(path.join(dir, "postmaster.pid"), "utf8").split("\n")[0]) === postmaster;
  } catch {
    return false;
  }
}

function send(/** @type {NodeJS.Signals} */ name) {
  if (!isOurs()) process.exit(0);
  try {
    process.kill(postmaster, name);
  } catch {
    process.exit(0);
  }
}

for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(name, () => {});
createInterface({ input: process.stdin })
  .on("line", (line) => {
    postmaster = Number(line);
  })
  .on("close", () => {
    setTimeout(() => send("SIGINT"), graceMs);
    setTimeout(() => send("SIGQUIT"), graceMs + fastShutdownMs);
    setInterval(() => isOurs() || process.exit(0), 100);
  });
