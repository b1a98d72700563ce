import path from "node:path";
import { Instance } from "./instance.mjs";
import { takeLock } from "./lock.mjs";
import { dataDir, root } from "./paths.mjs";
import { alive, findNpm } from "./processes.mjs";
import { Refusal, say, sayWhy } from "./say.mjs";
import { readSettings, requireNode } from "./settings.mjs";
import { endLeftovers, readStatus } from "./status.mjs";

/** How often we look whether the npm that started us is still there. */
const parentLookMs = 250;

/**
 * Calls `stop` at the first wish to end, and `kill` at a second Ctrl-C.
 * SIGTERM to npm ends npm and its shell and never reaches us: so the parent is watched when npm started us.
 */
function onWishToEnd(/** @type {() => void} */ stop, /** @type {() => void} */ kill) {
  let asked = false;
  const wish = () => {
    if (!asked) stop();
    asked = true;
  };
  process.on("SIGTERM", wish);
  process.on("SIGHUP", wish);
  process.on("SIGINT", () => (asked ? kill() : wish()));
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    const npm = findNpm() ?? parent;
    setInterval(() => (process.ppid !== parent || !alive(npm)) && wish(), parentLookMs).unref();
  }
}

function sayRunning(/** @type {number} */ pid) {
  const status = readStatus(dataDir);
  const where = status?.state === "ready" ? status.url : "still starting";
  console.log(`Nightpost is already running in this folder: ${where} (process ${pid})`);
}

function sayReady(/** @type {Instance} */ instance) {
  say(`ready: ${instance.url}`);
  const { demo, mode, logDir } = instance.settings;
  if (demo) console.log(`\n  Open ${instance.url} and press "Enter the demo": no account is needed.`);
  else console.log(`\n  Open ${instance.url} and sign in.`);
  if (logDir) console.log(`  Logs: ${path.relative(root, logDir) || logDir}`);
  if (demo && mode === "start") console.log("  Start over from nothing: stop, then npm run reset");
  console.log("  Stop: Ctrl-C\n");
}

/**
 * Runs Nightpost until it is told to end; a second one in the same folder says where the first is, and ends.
 * @param {"start" | "dev"} mode
 */
export async function supervise(mode) {
  process.stdout.on("error", () => {}); // the terminal may go before us
  let instance;
  let ending;
  const end = (/** @type {number} */ code) => {
    ending ??= (async () => {
      if (instance?.url) say("stopping …");
      await instance?.stop().catch(sayWhy);
      if (instance?.url) say("stopped");
      process.exit(code);
    })();
  };
  try {
    requireNode();
    process.chdir(root);
    const lock = await takeLock(path.join(dataDir, "app.lock"));
    if (!lock.mine) return sayRunning(lock.other.pid);
    await endLeftovers(dataDir);
    const fail = (/** @type {unknown} */ error) => {
      if (!ending) sayWhy(error);
      end(1);
    };
    instance = new Instance(readSettings(mode, process.env), fail);
    const kill = () => {
      instance?.kill();
      process.exit(1);
    };
    onWishToEnd(() => end(0), kill);
    await instance.start().then(() => !ending && sayReady(/** @type {Instance} */ (instance)), fail);
  } catch (error) {
    sayWhy(error instanceof Error ? error : new Refusal(String(error)));
    process.exit(1);
  }
}
