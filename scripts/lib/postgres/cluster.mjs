import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Refusal } from "../say.mjs";
import { chooseAccount, fallbackDir, prepareDir } from "./account.mjs";
import { findBinaries, majorOf } from "./binaries.mjs";

/**
 * @typedef {object} Cluster
 * @property {string} dir the data directory
 * @property {string} bin the folder with the binaries
 * @property {{uid?: number, gid?: number}} account
 * @property {string} password of `owner`
 * @property {boolean} made whether it was made just now
 */

/** The superuser: owner of the database, and never what the app's queries run as. */
export const owner = "nightpost_owner";

/** What PostgreSQL's programs get to see: none of the caller's PG* variables, one language, one time zone. */
export const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/** The file with the password, beside the cluster, because the cluster itself belongs to another account. */
const passwordFile = (/** @type {string} */ wantedDir) => `${wantedDir}.password`;

/** Exists while initdb works, so that a start killed in its midst is told from a cluster whose password is lost. */
const unfinishedMark = (/** @type {string} */ wantedDir) => `${wantedDir}.unfinished`;

/** Runs initdb. Passwords by scram, UTF-8, sorting by code point; the password goes through a file that only the account reads. */
function initialise(
  /** @type {string} */ dir,
  /** @type {string} */ bin,
  /** @type {{uid?: number, gid?: number}} */ account,
) {
  const password = randomBytes(24).toString("base64url");
  const handOver = path.join(os.tmpdir(), `nightpost-${randomBytes(8).toString("hex")}`);
  fs.writeFileSync(handOver, password, { mode: 0o600 });
  if (account.uid !== undefined) fs.chownSync(handOver, account.uid, account.gid ?? account.uid);
  const locale = ["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const result = spawnSync(
    path.join(bin, "initdb"),
    [
      "-D",
      dir,
      "-U",
      owner,
      "-A",
      "scram-sha-256",
      `--pwfile=${handOver}`,
      ...locale,
      "--no-sync",
      "--no-instructions",
    ],
    { ...account, cwd: "/", env: environment, encoding: "utf8" },
  );
  fs.rmSync(handOver, { force: true });
  if (result.status !== 0) {
    const why = result.error?.message ?? result.stderr.trim();
    throw new Refusal(
      `The embedded database cannot be made: ${why}\nSet DATABASE_URL to use a PostgreSQL server of your own.`,
    );
  }
  return password;
}

/** Makes the cluster and writes its password beside it. */
function makeCluster(
  /** @type {string} */ wantedDir,
  /** @type {{dir: string, bin: string, account: {uid?: number, gid?: number}}} */ place,
) {
  fs.writeFileSync(unfinishedMark(wantedDir), "");
  for (const name of fs.readdirSync(place.dir)) fs.rmSync(path.join(place.dir, name), { recursive: true });
  const password = initialise(place.dir, place.bin, place.account);
  fs.writeFileSync(passwordFile(wantedDir), password, { mode: 0o600 });
  fs.rmSync(unfinishedMark(wantedDir));
}

/**
 * Finds the cluster in `wantedDir`, or makes it: loopback only, passwords by scram, UTF-8.
 * @returns {Cluster}
 * @throws Refusal when another major version made it, or its password is lost
 */
export function openCluster(/** @type {string} */ wantedDir) {
  const account = chooseAccount(fs.existsSync(fallbackDir(wantedDir)) ? fallbackDir(wantedDir) : wantedDir);
  const bin = findBinaries(account);
  const dir = prepareDir(wantedDir, account);
  const versionFile = path.join(dir, "PG_VERSION");
  const made = !fs.existsSync(versionFile) || fs.existsSync(unfinishedMark(wantedDir));
  if (made) makeCluster(wantedDir, { dir, bin, account });
  if (!fs.existsSync(passwordFile(wantedDir))) {
    throw new Refusal(
      `The password of the database in ${dir} is gone (${passwordFile(wantedDir)}). Run: npm run reset`,
    );
  }
  const have = fs.readFileSync(versionFile, "utf8").trim();
  const want = majorOf(bin, account);
  if (have !== want) {
    throw new Refusal(
      `The database in ${dir} was made by PostgreSQL ${have}; this is ${want}.\nMove that folder away to start afresh (npm run reset deletes it), or set DATABASE_URL.`,
    );
  }
  return { dir, bin, account, made, password: fs.readFileSync(passwordFile(wantedDir), "utf8") };
}
