// Only node: imports here and in what this imports: it runs before anything is installed.
import fs from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";
import { run, runNode } from "./run.mjs";
import { say } from "./say.mjs";

/**
 * @typedef {{version?: string, integrity?: string, link?: boolean, optional?: boolean}} Locked
 * @param {Record<string, Locked>} wanted `packages` of package-lock.json
 * @param {Record<string, Locked>} have `packages` of the copy that npm leaves in node_modules when an install is complete
 * @returns whether everything wanted is there; optional packages (other platforms') may be absent
 */
export function isInstalled(wanted, have) {
  return Object.entries(wanted).every(([name, want]) => {
    if (!name.includes("node_modules/")) return true;
    const got = have[name];
    if (!got) return want.optional === true;
    return got.version === want.version && got.integrity === want.integrity && got.link === want.link;
  });
}

const packagesIn = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(file, "utf8")).packages;

/**
 * Installs what the lock file names unless it is there. Runs no install scripts: nothing here needs any.
 * @throws when npm fails
 */
export async function install() {
  const complete = path.join(root, "node_modules/.package-lock.json");
  if (fs.existsSync(complete) && isInstalled(packagesIn(path.join(root, "package-lock.json")), packagesIn(complete))) {
    return;
  }
  say("installing packages (npm ci), once …");
  const env = { ...process.env };
  delete env.NODE_ENV; // production would leave out what the build needs
  const args = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js")) await runNode([cli, ...args], { env });
  else await run("npm", args, { env });
  say("packages installed");
}
