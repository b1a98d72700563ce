import fs from "node:fs";
import path from "node:path";

/**
 * Finds the folder of reference material (schemas, vectors, cases) that contract tests read and that is not part of the project.
 * `NIGHTPOST_SHARED` names it; otherwise it is looked for beside the checkout.
 * @returns the folder, or undefined where it does not exist (then the tests skip, loudly)
 * @throws when it is missing in CI, where those tests must run
 */
function findShared(): string | undefined {
  const dir = process.env.NIGHTPOST_SHARED ?? path.resolve(import.meta.dirname, "../../../shared");
  if (fs.existsSync(dir)) return dir;
  if (process.env.CI === "true") throw new Error(`Contract tests must run in CI, and ${dir} does not exist.`);
  console.warn(`\n  CONTRACT TESTS DID NOT RUN: no reference material at ${dir} (set NIGHTPOST_SHARED).\n`);
  return undefined;
}

/** The reference folder, or undefined outside CI. Use with `describe.runIf(sharedDir)`. */
export const sharedDir = findShared();

/** @param file path inside the reference folder, e.g. `api/brevo/openapi.json` */
export function readShared(file: string): string {
  if (!sharedDir) throw new Error("No reference material: guard the test with describe.runIf(sharedDir).");
  return fs.readFileSync(path.join(sharedDir, file), "utf8");
}
