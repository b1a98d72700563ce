import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./paths.mjs";

/** Ends a child when this process exits before it. @returns what to call once the child is gone */
function endWithUs(/** @type {import("node:child_process").ChildProcess} */ child) {
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  return () => process.removeListener("exit", end);
}

/**
 * Runs a command to its end, its output shown as it comes.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<void>}
 * @throws an Error naming the command when it ends with anything but 0
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
    const finish = endWithUs(child);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      finish();
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(args[0] ?? command)} ended with ${signal ?? code}`));
    });
  });
}

/** Runs a script with this Node. */
export const runNode = (
  /** @type {string[]} */ args,
  /** @type {import("node:child_process").SpawnOptions} */ options = {},
) => run(process.execPath, args, options);

/** Runs a command and keeps what it says. @returns {Promise<{ok: boolean, output: string}>} */
export function capture(
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {import("node:child_process").SpawnOptions} */ options = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ["ignore", "pipe", "pipe"] });
    const finish = endWithUs(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.once("error", (error) => resolve({ ok: false, output: `${output}${error.message}` }));
    child.once("close", (code) => {
      finish();
      resolve({ ok: code === 0, output });
    });
  });
}
