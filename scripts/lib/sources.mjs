import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Every file under a path, sorted, so that the same tree always gives the same list. */
function filesUnder(/** @type {string} */ start) {
  const stat = fs.statSync(start, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [start];
  return fs
    .readdirSync(start)
    .sort()
    .flatMap((/** @type {string} */ name) => /** @type {string[]} */ (filesUnder(path.join(start, name))));
}

/**
 * A hash over names and contents of files and folders, and over the platform that what is made from them depends on.
 * @param {string} base the folder that names are relative to, so that a moved checkout keeps its hash
 * @param {string[]} paths files or folders inside it; missing ones count as absent
 */
export function hashOf(base, paths) {
  const hash = createHash("sha256").update(
    `${process.platform} ${process.arch} ${process.versions.node.split(".")[0]}\0`,
  );
  for (const file of paths.toSorted().flatMap((p) => filesUnder(path.join(base, p)))) {
    const content = fs.readFileSync(file);
    hash.update(`${path.relative(base, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
