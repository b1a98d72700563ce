import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { say } from "../say.mjs";

/**
 * The account that PostgreSQL runs as: ours, but it refuses root; then `nobody`, which every Unix has, or the owner of an existing cluster.
 * @returns {{uid?: number, gid?: number}} empty when it is ours
 */
export function chooseAccount(/** @type {string} */ clusterDir) {
  if (process.getuid?.() !== 0) return {};
  const made = fs.statSync(path.join(clusterDir, "PG_VERSION"), { throwIfNoEntry: false });
  if (made && made.uid !== 0) return { uid: made.uid, gid: made.gid };
  const row = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("nobody:"));
  const [, , uid, gid] = (row ?? "nobody:x:65534:65534").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the account can enter a folder (not below a clone in /root, mode 0700). */
const canEnter = (/** @type {string} */ dir, /** @type {{uid?: number, gid?: number}} */ account) =>
  spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", dir], { ...account, cwd: "/" }).status === 0;

/** Where the cluster lives when the account cannot reach the wanted folder. */
export const fallbackDir = (/** @type {string} */ wanted) =>
  path.join("/var/tmp", `nightpost-${createHash("sha256").update(wanted).digest("hex").slice(0, 16)}`, "cluster");

/**
 * Makes the cluster's folder, owned by the account and closed to others, and says so when it has to be elsewhere.
 * @returns the folder to use
 */
export function prepareDir(/** @type {string} */ wanted, /** @type {{uid?: number, gid?: number}} */ account) {
  let dir = wanted;
  fs.mkdirSync(path.dirname(dir), { recursive: true });
  if (account.uid !== undefined && !canEnter(path.dirname(dir), account)) {
    dir = fallbackDir(wanted);
    say(`the database's account cannot reach ${wanted}: keeping the data in ${dir}`);
  }
  fs.mkdirSync(dir, { recursive: true });
  if (account.uid !== undefined) fs.chownSync(dir, account.uid, account.gid ?? account.uid);
  fs.chmodSync(dir, 0o700);
  return dir;
}
