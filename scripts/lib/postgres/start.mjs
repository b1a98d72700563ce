import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { takeLock } from "../lock.mjs";
import { freePort } from "../ports.mjs";
import { sleep } from "../processes.mjs";
import { Refusal, say } from "../say.mjs";
import { openCluster, owner } from "./cluster.mjs";
import { endLeftover, spawnPostmaster, stopPostmaster } from "./postmaster.mjs";

/**
 * @typedef {object} Postgres
 * @property {number} port
 * @property {(database: string) => string} url connection string of the owner
 * @property {() => number} pid of the server, which changes when it is restarted
 * @property {() => Promise<void>} stop ends the server and gives the folder back
 */

/** The process that outlives us to end the server; told each new server's number. */
function startWatchdog(/** @type {string} */ dir) {
  const script = fileURLToPath(new URL("watchdog.mjs", import.meta.url));
  const dog = spawn(process.execPath, [script, dir], { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  dog.stdin.on("error", () => {});
  dog.unref();
  /** @type {{unref?: () => void}} */ (dog.stdin).unref?.();
  return dog;
}

/** Tries again while the processes of a killed server still hold its memory, and on another port while ours is taken. */
async function startPatiently(
  /** @type {import("./cluster.mjs").Cluster} */ cluster,
  /** @type {{port: number, settings: Record<string, string | number>, mayMove: boolean}} */ wish,
) {
  for (let attempt = 0; ; attempt++) {
    const port = wish.mayMove ? await freePort(wish.port) : wish.port;
    try {
      return { port, server: await spawnPostmaster(cluster, port, wish.settings) };
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(300 * (attempt + 1));
      await endLeftover(cluster.dir);
    }
  }
}

/**
 * Runs an embedded PostgreSQL for as long as this process lives: one owner a folder, started again when it dies, ended when we do.
 * @param {{dir: string, port: number, settings?: Record<string, string | number>, onRestart?: () => void, onLost: (error: unknown) => void}} wish
 *   `dir`: the data directory, made when missing; `port`: the first to try; `onLost`: it died and cannot be started again
 * @returns {Promise<Postgres>}
 * @throws Refusal when the folder belongs to a running process, another major version or there is no binary
 */
export async function startPostgres({ dir, port: wantedPort, settings = {}, onRestart = () => {}, onLost }) {
  const lock = await takeLock(`${path.resolve(dir)}.lock`);
  if (!lock.mine) throw new Refusal(`The database in ${dir} belongs to a running process (pid ${lock.other.pid}).`);
  const cluster = openCluster(path.resolve(dir));
  await endLeftover(cluster.dir);
  const started = await startPatiently(cluster, { port: wantedPort, settings, mayMove: true });
  const { port } = started;
  let { server } = started;
  const dog = startWatchdog(cluster.dir);
  let stopping = false;

  const watch = () => {
    dog.stdin.write(`${server.pid}\n`);
    server.once("exit", (code, signal) => {
      if (stopping) return;
      say(`the database ended (${signal ?? code}): starting it again`);
      startPatiently(cluster, { port, settings, mayMove: false }).then((again) => {
        server = again.server;
        say("the database runs again");
        watch();
        onRestart();
      }, onLost);
    });
  };
  watch();
  return {
    port,
    url: (database) => `postgres://${owner}:${cluster.password}@127.0.0.1:${port}/${database}`,
    pid: () => server.pid ?? 0,
    stop: async () => {
      stopping = true;
      await stopPostmaster(server.pid ?? 0);
      dog.kill("SIGKILL");
      lock.release();
    },
  };
}
