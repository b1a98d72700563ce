import fs from "node:fs";
import path from "node:path";
import { birthOf, sameAlive, signal, untilGone } from "./processes.mjs";

/**
 * What `status.json` in the data directory says of a running instance. Mode 0600: the database's address holds its password.
 * @typedef {object} Status
 * @property {"starting" | "ready"} state
 * @property {string} [url]
 * @property {string} [databaseUrl]
 * @property {string} [sandboxApiUrl]
 * @property {string} [sandboxControlUrl]
 * @property {Partial<Record<"supervisor" | "web" | "worker" | "sandbox" | "postgres", number>>} pids
 * @property {{pid: number, birth: string}[]} children what a later start ends when we were killed
 */

const fileIn = (/** @type {string} */ dir) => path.join(dir, "status.json");

/** @returns {Status | undefined} */
export function readStatus(/** @type {string} */ dir) {
  try {
    return JSON.parse(fs.readFileSync(fileIn(dir), "utf8"));
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, so that readers see the old or the new one. */
export function writeStatus(/** @type {string} */ dir, /** @type {Omit<Status, "children">} */ status) {
  const { web, worker, sandbox } = status.pids;
  const children = [web, worker, sandbox]
    .filter((pid) => pid !== undefined)
    .map((pid) => ({ pid, birth: birthOf(pid) }));
  const part = `${fileIn(dir)}.${process.pid}`;
  fs.writeFileSync(part, JSON.stringify({ ...status, children }, null, 2), { mode: 0o600 });
  fs.renameSync(part, fileIn(dir));
}

export const removeStatus = (/** @type {string} */ dir) => fs.rmSync(fileIn(dir), { force: true });

/** Waits for the children of a killed supervisor, which end by themselves, and ends those that do not. */
export async function endLeftovers(/** @type {string} */ dir) {
  for (const child of readStatus(dir)?.children ?? []) {
    if (!sameAlive(child) || (await untilGone(child.pid, 3_000))) continue;
    signal(child.pid, "SIGKILL");
    await untilGone(child.pid, 2_000);
  }
  removeStatus(dir);
}
