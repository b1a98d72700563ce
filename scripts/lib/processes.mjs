import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** Resolves after `ms` milliseconds. */
export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The fields of /proc/PID/stat after the command's name, or undefined where there is no such file. */
function statFields(/** @type {number} */ pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Whether a process runs. A zombie (its parent died and nobody reaps it, as in many containers) does not. */
export function alive(/** @type {number} */ pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  return statFields(pid)?.[0] !== "Z";
}

/**
 * A text that differs between two processes which had the same number, as happens after a reboot or in a restarted container.
 * Linux: boot id and start ticks (field 22 of /proc/PID/stat); elsewhere what ps says.
 */
export function birthOf(/** @type {number} */ pid) {
  const fields = statFields(pid);
  if (fields) return `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
}

/** Whether the process noted as `{pid, birth}` still runs, and is not another with the same number. */
export const sameAlive = (/** @type {{pid: number, birth: string}} */ noted) =>
  alive(noted.pid) && birthOf(noted.pid) === noted.birth;

/**
 * The npm that runs us as one of its scripts: our parent, or the parent of the shell between us. A killed npm leaves that shell alive.
 * @returns undefined when it is not known (no /proc)
 */
export function findNpm() {
  try {
    const shell = /^(sh|dash|bash|ash|busybox)$/.test(fs.readFileSync(`/proc/${process.ppid}/comm`, "utf8").trim());
    return shell ? Number(statFields(process.ppid)?.[1]) : process.ppid;
  } catch {
    return undefined;
  }
}

/** Sends a signal to a process, or to its whole group where it leads one; false when it is gone already. */
export function signal(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ name) {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, name);
      return true;
    } catch {
      // no such group: the process alone is meant
    }
  }
  return false;
}

/** Waits until a process is gone. @returns false when it still runs after `timeoutMs` */
export async function untilGone(/** @type {number} */ pid, /** @type {number} */ timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (alive(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}
