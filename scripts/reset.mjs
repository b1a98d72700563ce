// `npm run reset`: deletes everything this folder's instance keeps. Refuses while anything runs on it.
import fs from "node:fs";
import path from "node:path";
import { takeLock } from "./lib/lock.mjs";
import { dataDir, root } from "./lib/paths.mjs";
import { fallbackDir } from "./lib/postgres/account.mjs";
import { endLeftover } from "./lib/postgres/postmaster.mjs";
import { sameAlive } from "./lib/processes.mjs";
import { Refusal, sayWhy } from "./lib/say.mjs";
import { endLeftovers } from "./lib/status.mjs";

/** The lock files below the data directory whose owner runs: an instance, a build, a test run. */
function heldLocks() {
  const files = fs.existsSync(dataDir) ? fs.readdirSync(dataDir, { recursive: true, encoding: "utf8" }) : [];
  return files.filter((name) => {
    if (!name.endsWith(".lock")) return false;
    try {
      const owner = JSON.parse(fs.readFileSync(path.join(dataDir, name), "utf8"));
      return owner.pid !== process.pid && sameAlive(owner);
    } catch {
      return false;
    }
  });
}

try {
  const shown = path.relative(root, dataDir) || dataDir;
  const lock = await takeLock(path.join(dataDir, "app.lock"));
  if (!lock.mine) throw new Refusal(`Nightpost is running (process ${lock.other.pid}): stop it first.`);
  const held = heldLocks();
  if (held.length > 0) throw new Refusal(`Something still works in ${shown} (${held.join(", ")}): wait for it.`);
  await endLeftovers(dataDir);
  const cluster = path.join(dataDir, "postgres");
  const elsewhere = fallbackDir(cluster);
  for (const dir of [cluster, elsewhere]) await endLeftover(dir);
  console.log(`Deleting ${shown}: database, secrets, the stand-ins' state, logs, test results.`);
  if (fs.existsSync(elsewhere)) fs.rmSync(path.dirname(elsewhere), { recursive: true });
  fs.rmSync(dataDir, { recursive: true, force: true });
  console.log("Done. npm start begins anew.");
} catch (error) {
  sayWhy(error);
  process.exit(1);
}
