import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { alive, sleep, untilGone } from "../processes.mjs";
import { environment } from "./cluster.mjs";

/** @typedef {import("./cluster.mjs").Cluster} Cluster */

const pidFile = (/** @type {string} */ dir) => path.join(dir, "postmaster.pid");
const logFile = (/** @type {string} */ dir) => path.join(dir, "server.log");

/** Lines of postmaster.pid: number, folder, start time, port, …, and in the eighth its state, as pg_ctl reads it. */
function pidLines(/** @type {string} */ dir) {
  try {
    return fs.readFileSync(pidFile(dir), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Whether a process serves this data directory (asked of /proc; elsewhere the number alone must do). */
function serves(/** @type {number} */ pid, /** @type {string} */ dir) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dir);
  } catch {
    return process.platform !== "linux";
  }
}

/**
 * Ends a server that a killed supervisor left behind. Only for the holder of the folder's lock.
 * @throws when it does not end
 */
export async function endLeftover(/** @type {string} */ dir) {
  const pid = Number(pidLines(dir)[0]);
  if (!pid) return;
  if (!alive(pid) || !serves(pid, dir)) {
    // PostgreSQL would take a zombie, or a stranger with that number, for its own.
    fs.rmSync(pidFile(dir), { force: true });
    return;
  }
  await stopPostmaster(pid);
}

/** Fast shutdown: open transactions roll back, a checkpoint is written; after 15 s the hard way. */
export async function stopPostmaster(/** @type {number} */ pid) {
  if (!alive(pid)) return;
  process.kill(pid, "SIGINT");
  if (await untilGone(pid, 15_000)) return;
  process.kill(pid, "SIGQUIT");
  if (!(await untilGone(pid, 5_000))) throw new Error(`PostgreSQL (pid ${pid}) does not end`);
}

/**
 * Starts `postgres` on a port of the loopback interface and waits until it takes connections.
 * @param {Cluster} cluster
 * @param {number} port
 * @param {Record<string, string | number>} settings
 * @returns {Promise<import("node:child_process").ChildProcess>} in a session of its own: Ctrl-C in the terminal does not reach it
 * @throws an Error with the end of its log when it does not come up
 */
export async function spawnPostmaster(cluster, port, settings) {
  const { dir, bin, account } = cluster;
  const all = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
  const log = fs.openSync(logFile(dir), "a");
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(path.join(bin, "postgres"), ["-D", dir, ...args], {
    ...account,
    cwd: "/",
    env: environment,
    detached: true,
    stdio: ["ignore", log, log],
  });
  fs.closeSync(log);
  const failed = new Promise((_, reject) => child.once("error", reject));
  const ready = async () => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(15)) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      const lines = pidLines(dir);
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return child;
    }
    child.kill("SIGQUIT");
    throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(logFile(dir), "utf8").slice(-1_500)}`);
  };
  return Promise.race([ready(), failed]);
}
