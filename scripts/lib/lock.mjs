import fs from "node:fs";
import path from "node:path";
import { birthOf, sameAlive, sleep } from "./processes.mjs";

/**
 * @typedef {{pid: number, birth: string}} Owner
 * @param {string} file
 * @returns {Owner | undefined} undefined when the file is missing or half written
 */
function readOwner(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Creates the lock file if there is none. @returns whether it did */
function create(/** @type {string} */ file, /** @type {Owner} */ me) {
  try {
    fs.writeFileSync(file, JSON.stringify(me), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * One owner per folder, for as long as that process lives; a dead owner's lock is taken over. Released at exit.
 * Not for two takers in one process: the same process is always given its own lock again.
 * @param {string} file
 * @returns {Promise<{mine: true, tookOver: boolean, release: () => void} | {mine: false, other: Owner}>}
 * @throws when the file can neither be read nor written for two seconds
 */
export async function takeLock(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const me = { pid: process.pid, birth: birthOf(process.pid) };
  const isMine = () => readOwner(file)?.birth === me.birth && readOwner(file)?.pid === me.pid;
  const release = () => {
    if (isMine()) fs.rmSync(file, { force: true });
  };
  let tookOver = false;
  for (let attempt = 0; attempt < 40; attempt++) {
    if (create(file, me)) {
      // Two processes may both find a dead owner, and the later one removes the earlier one's file: look again.
      if (tookOver) await sleep(60);
      if (!isMine()) continue;
      process.once("exit", release);
      return { mine: true, tookOver, release };
    }
    const other = readOwner(file);
    if (other && isMine()) return { mine: true, tookOver, release };
    if (other && sameAlive(other)) return { mine: false, other };
    if (other || attempt > 20) {
      fs.rmSync(file, { force: true });
      tookOver = true;
    } else await sleep(50);
  }
  throw new Error(`Cannot take the lock ${file}`);
}
